package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.play.ClusterFile.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The processes of a play: started one service after the other in the order of the cluster's
 * description, each ready before the next, and ended in the opposite order.
 *
 * <p>For one thread; {@link #running} may be called by another one.
 */
final class Cluster {
  private static final long READY_SECONDS = 60;

  /** They share the machine with the servers that are watched, and are to start soon. */
  private static final List<String> SMALL_JVM =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final ClusterFile description;
  private final int servers;
  private final List<Version> versions;
  private final Path java;
  private final Processes processes;
  private final PlayFolder folder;
  private final List<Running> running = new CopyOnWriteArrayList<>();

  /**
   * @param versions that the battle servers are of, in turn
   * @param java the launcher of the other services
   * @param folder for keys, and the processes' own folders
   */
  Cluster(
      ClusterFile description,
      int servers,
      List<Version> versions,
      Path java,
      Processes processes,
      PlayFolder folder) {
    this.description = description;
    this.servers = servers;
    this.versions = versions;
    this.java = java;
    this.processes = processes;
    this.folder = folder;
  }

  /**
   * Starts everything.
   *
   * @param starting is told the name of each service before it is started
   * @throws LabException if a process does not start, dies or is not ready in time
   */
  void start(PlayValues placeholders, Consumer<String> starting)
      throws IOException, InterruptedException {
    for (Service service : description.services()) {
      starting.accept(service.name());
      List<Running> started =
          service.isBattleServer()
              ? startBattleServers(service, placeholders)
              : List.of(start(service, service.name(), Optional.empty(), SMALL_JVM, placeholders));
      for (Running one : started) {
        processes.awaitReady(one.process(), READY_SECONDS);
      }
      if (!service.isBattleServer()) {
        placeholders.announced(service.name(), started.getFirst().process().endpoints());
      }
    }
  }

  private List<Running> startBattleServers(Service service, PlayValues placeholders)
      throws IOException {
    List<Running> started = new ArrayList<>();
    for (int n = 1; n <= servers; n++) {
      Version version = versions.get((n - 1) % versions.size());
      String id = service.name() + "-" + n;
      PlayValues own =
          placeholders.with(
              Map.of(
                  PlayValues.NUMBER, Integer.toString(n),
                  PlayValues.VERSION, version.label(),
                  PlayValues.SERVER_KEY_FILE, folder.makeServerKey(id).toString()));
      started.add(start(service, id, Optional.of(version), version.jvmArguments(), own));
    }
    return started;
  }

  private Running start(
      Service service,
      String id,
      Optional<Version> version,
      List<String> jvmArguments,
      PlayValues placeholders) {
    List<String> command = new ArrayList<>();
    command.add(version.map(Version::java).orElse(java).toString());
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", description.jar().toString(), service.mainClass()));
    try {
      command.addAll(placeholders.fill(service.arguments()));
    } catch (PlayValues.UnknownEndpointException e) {
      throw LabException.failed(
          id,
          e.getMessage(),
          "Correct the argument in " + description.file() + ", or let the service announce it.");
    }
    Running one =
        new Running(
            service, version, processes.start(id, 0, command, folder.processes().resolve(id)));
    running.add(one);
    return one;
  }

  /** Every process that was started and has not been given up, in the order of their start. */
  List<Running> running() {
    return List.copyOf(running);
  }

  /** The processes that have ended by themselves since the last call. */
  List<Running> takeEnded() {
    List<LabProcess> ended = processes.takeEnded();
    List<Running> lost = running.stream().filter(one -> ended.contains(one.process())).toList();
    running.removeAll(lost);
    return lost;
  }

  /** Kills a process at once, on purpose: it is not among those that ended by themselves. */
  void kill(Running victim) {
    victim.process().kill();
    processes.forget(victim.process());
    running.remove(victim);
  }

  /** The address that a service announced under that name. */
  Optional<String> endpoint(String service, String name) {
    return running.stream()
        .filter(one -> one.service().name().equals(service))
        .flatMap(one -> Stream.ofNullable(one.process().endpoints().get(name)))
        .findFirst();
  }

  /** Ends all: the service that was started last first, so that nobody misses what it needs. */
  void end() throws InterruptedException {
    List<Service> services = description.services().reversed();
    for (Service service : services) {
      processes.end(
          running.stream()
              .filter(one -> one.service().equals(service))
              .map(Running::process)
              .toList());
    }
    running.clear();
  }
}
