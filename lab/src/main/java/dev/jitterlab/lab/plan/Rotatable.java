package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.SystemUnderTest;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the load of an experiment can go from server to server. It cannot where a server works
 * without load, or where what happens depends on the time since its start: a server that rests
 * would not rest, or come to its change while another one is measured.
 */
final class Rotatable {
  /** Options of servers, with the times at which their work changes. */
  private static final List<String> CHANGES = List.of("--mode-change=", "--changes=");

  private Rotatable() {}

  /** Why it cannot, behind "because"; empty if it can. */
  static Optional<String> obstacle(Experiment experiment, List<Group> groups) {
    SystemUnderTest system = experiment.system();
    if (groups.size() < 2) {
      return Optional.of("a single group cannot take turns");
    }
    if (experiment.timing().durationSeconds() < Rotation.SHORTEST_SECONDS) {
      return Optional.of(
          "a duration below %d s is too short for two slices".formatted(Rotation.SHORTEST_SECONDS));
    }
    if (system.foreign().filter(server -> !server.load().isEmpty()).isPresent()) {
      return Optional.of("the load is an external command, which cannot pause");
    }
    if (system.foreign().flatMap(ForeignServer::ticks).isPresent()) {
      return Optional.of("the servers tick also without load");
    }
    Optional<Workload.Load> load = system.generator();
    if (load.isEmpty()) {
      return Optional.of("the servers load themselves");
    }
    if (!load.get().pauses()) {
      return Optional.of(
          "the load generator of %s cannot pause, or its servers work on without load"
              .formatted(system.name().orElse("the workload")));
    }
    if (experiment.analysis().metrics().capacity() != null || rises(system)) {
      return Optional.of("the load rises while it is measured");
    }
    return groups.stream().flatMap(group -> obstacle(group).stream()).findFirst();
  }

  /** A rate, or a number of users, of several parts, or a rising one; or a search for a rate. */
  private static boolean rises(SystemUnderTest system) {
    return !system.load().getOrDefault("search-rate", "").isEmpty()
        || Stream.of("rate", "users")
            .map(option -> system.load().getOrDefault(option, ""))
            .anyMatch(load -> load.contains("..") || load.contains(","));
  }

  private static Optional<String> obstacle(Group group) {
    if (group.keepsMachineBusy()) {
      return Optional.of(
          "servers of %s keep the machine busy without load".formatted(group.name()));
    }
    return group.serverArguments().stream().anyMatch(Rotatable::changesWork)
        ? Optional.of("servers of %s change their work by the clock".formatted(group.name()))
        : Optional.empty();
  }

  private static boolean changesWork(String word) {
    return CHANGES.stream()
        .anyMatch(option -> word.startsWith(option) && word.length() > option.length());
  }
}
