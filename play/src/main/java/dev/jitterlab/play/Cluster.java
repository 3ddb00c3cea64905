package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.play.ClusterFile.Service;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The processes of a play: started one service after the other in the order of the cluster's
 * description, each ready before the next, and ended in the opposite order.
 *
 * <p>For one thread; {@link #running} may be called by another one.
 */
final class Cluster {
  private static final long READY_SECONDS = 60;
  private static final String PAGE = "watch";
  private static final String HTTP = "http";

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
  private final List<Running> retired = new ArrayList<>(); // told to end by themselves
  private final Map<String, Running> first = new HashMap<>(); // by id
  private final Map<String, Integer> lives = new HashMap<>();
  private PlayValues values;

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
    values = placeholders;
    for (Service service : description.services()) {
      starting.accept(service.name());
      List<Running> started =
          service.isBattleServer()
              ? startBattleServers(service)
              : List.of(
                  start(
                      service,
                      service.name(),
                      Optional.empty(),
                      SMALL_JVM,
                      placeholders.with(
                          Map.of(PlayValues.OWN_PORT, "0", PlayValues.OWN_METRICS_PORT, "0"))));
      for (Running one : started) {
        processes.awaitReady(one.process(), READY_SECONDS);
      }
      if (!service.isBattleServer()) {
        Map<String, String> endpoints = started.getFirst().process().endpoints();
        placeholders.announced(service.name(), endpoints);
        if (service.name().equals(PAGE) && endpoints.containsKey(HTTP)) {
          placeholders.pageOn(port(endpoints, HTTP));
        }
      }
    }
  }

  private List<Running> startBattleServers(Service service) throws IOException {
    List<Running> started = new ArrayList<>();
    for (int n = 1; n <= servers; n++) {
      Version version = versions.get((n - 1) % versions.size());
      String id = service.name() + "-" + n;
      folder.makeServerKey(id);
      started.add(startBattleServer(service, id, version));
    }
    return started;
  }

  private Running startBattleServer(Service service, String id, Version version) {
    PlayValues own =
        values.with(
            Map.of(
                PlayValues.NUMBER, id.substring(id.lastIndexOf('-') + 1),
                PlayValues.VERSION, version.label(),
                PlayValues.SERVER_KEY_FILE, folder.serverKey(id).toString()));
    return start(service, id, Optional.of(version), version.jvmArguments(), own);
  }

  /** Starts one more battle server, of that version; it is ready some time later. */
  void startFollower(int number, Version version) throws IOException {
    Service service = description.battleServer();
    String id = serverId(number);
    folder.makeServerKey(id);
    startBattleServer(service, id, version);
  }

  /** Tells a battle server, unless it has ended, to play its battles to their end, and to end. */
  void retire(int number) {
    server(number)
        .ifPresent(
            server -> {
              retired.add(server);
              server.process().askToStop();
            });
  }

  /** The battle server with that number, unless it has ended. */
  Optional<Running> server(int number) {
    String id = serverId(number);
    return running.stream().filter(one -> one.id().equals(id)).findFirst();
  }

  /** How the battle server with that number is named, whether it runs or not. */
  String serverId(int number) {
    return description.battleServer().name() + "-" + number;
  }

  /**
   * Starts a process again that has ended, a service on the ports that it had; it is ready some
   * time later.
   */
  void startAgain(String id) {
    Running before = first.get(id);
    if (before.version().isPresent()) {
      startBattleServer(before.service(), id, before.version().get());
      return;
    }
    Map<String, String> endpoints = before.process().endpoints();
    PlayValues own =
        values.with(
            Map.of(
                PlayValues.OWN_PORT,
                Integer.toString(port(endpoints, HTTP)),
                PlayValues.OWN_METRICS_PORT,
                Integer.toString(port(endpoints, LabProcess.METRICS))));
    start(before.service(), id, Optional.empty(), SMALL_JVM, own);
  }

  private static int port(Map<String, String> endpoints, String name) {
    String address = endpoints.get(name);
    return address == null ? 0 : URI.create(address).getPort();
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
    int life = lives.merge(id, 1, Integer::sum);
    Path own = folder.processes().resolve(life == 1 ? id : id + "." + life);
    Running one = new Running(service, version, processes.start(id, 0, command, own));
    running.add(one);
    first.putIfAbsent(id, one);
    return one;
  }

  /** Every process that was started and has not been given up, in the order of their start. */
  List<Running> running() {
    return List.copyOf(running);
  }

  /** Those of the running processes that have announced themselves. */
  List<Running> ready() {
    return running.stream().filter(one -> one.process().isReady()).toList();
  }

  /** Ends the processes of that service, and keeps the others. */
  void end(String service) throws InterruptedException {
    List<Running> ended =
        running.stream().filter(one -> one.service().name().equals(service)).toList();
    processes.end(ended.stream().map(Running::process).toList());
    running.removeAll(ended);
  }

  /** Returns whether a signal ends all of it: then nothing is to be started any more. */
  boolean isInterrupted() {
    return processes.isInterrupted();
  }

  /** The processes that have ended by themselves since the last call. */
  List<Running> takeEnded() {
    List<LabProcess> ended = processes.takeEnded();
    if (isInterrupted()) {
      return List.of(); // the signal has ended them
    }
    List<Running> lost = running.stream().filter(one -> ended.contains(one.process())).toList();
    running.removeAll(lost);
    return lost.stream().filter(one -> !retired.contains(one)).toList();
  }

  /** Kills a process at once, on purpose: it is not among those that ended by themselves. */
  void kill(Running victim) {
    victim.process().kill();
    processes.forget(victim.process());
    running.remove(victim);
  }

  /** The address that a service announced under that name; it keeps it when it is started again. */
  Optional<String> endpoint(String service, String name) {
    return Optional.ofNullable(first.get(service)).map(one -> one.process().endpoints().get(name));
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
