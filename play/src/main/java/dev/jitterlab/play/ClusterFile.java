package dev.jitterlab.play;

import java.nio.file.Path;
import java.util.List;

/**
 * What a cluster consists of, as its {@code cluster.yaml} says; docs/play.md has the format.
 *
 * @param file where it was read from
 * @param jar the jar with the main classes, absolute; its manifest has the class path
 * @param services in the order in which they are started
 */
record ClusterFile(Path file, Path jar, List<Service> services) {
  ClusterFile {
    services = List.copyOf(services);
  }

  /**
   * One kind of process.
   *
   * @param name how messages and placeholders name it
   * @param mainClass its main class
   * @param arguments with placeholders
   * @param count how many of it there are unless {@code --servers} says otherwise; 0 for a service
   *     that there is one of
   */
  record Service(String name, String mainClass, List<String> arguments, int count) {
    Service {
      arguments = List.copyOf(arguments);
    }

    /** Whether it is the battle server: the only service that there may be many of. */
    boolean isBattleServer() {
      return count > 0;
    }
  }

  /** How many battle servers there are unless {@code --servers} says otherwise. */
  int battleServers() {
    return services.stream().mapToInt(Service::count).max().orElse(0);
  }
}
