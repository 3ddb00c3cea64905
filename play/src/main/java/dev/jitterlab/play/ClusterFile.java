package dev.jitterlab.play;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a cluster consists of, as its {@code cluster.yaml} says; docs/play.md has the format.
 *
 * @param file where it was read from
 * @param jar the jar with the main classes, absolute; its manifest has the class path
 * @param services in the order in which they are started
 */
record ClusterFile(Path file, Path jar, List<Service> services) {
  /**
   * One kind of process.
   *
   * @param name how messages and placeholders name it
   * @param mainClass its main class
   * @param arguments with placeholders
   * @param count how many of it there are unless {@code --servers} says otherwise; 0 for a service
   *     that there is one of
   * @param forMe whether it is started only if somebody wants to play in person
   */
  record Service(String name, String mainClass, List<String> arguments, int count, boolean forMe) {
    /** Whether it is the battle server: the only service that there may be many of. */
    boolean isBattleServer() {
      return count > 0;
    }
  }

  /** The same without the services that only somebody needs who plays in person. */
  ClusterFile withoutMe() {
    return new ClusterFile(
        file, jar, services.stream().filter(service -> !service.forMe()).toList());
  }

  /** The service through which somebody plays in person; empty if there is none. */
  Optional<Service> mine() {
    return services.stream().filter(Service::forMe).findFirst();
  }

  /** The service of which there may be many. */
  Service battleServer() {
    return services.stream().filter(Service::isBattleServer).findFirst().orElseThrow();
  }

  /** How many battle servers there are unless {@code --servers} says otherwise. */
  int battleServers() {
    return services.stream().mapToInt(Service::count).max().orElse(0);
  }
}
