package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.GcLog.LoggedPause;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The collector's pauses of one kind and one cause, of the servers of a group while they were
 * measured. A server without a whole log ({@link GcLog#isWhole}) does not count: nobody knows its
 * pauses. Immutable.
 *
 * @param name such as {@code Pause Young (Normal)}
 * @param why such as {@code G1 Evacuation Pause}; empty where the log does not say
 * @param count how many there were
 * @param seconds how long they were, together
 * @param longestSeconds the longest
 * @param servers how many servers count
 * @param ofServers how many servers the group has
 * @param measuredSeconds how long they were measured, together
 */
public record PauseKind(
    String name,
    String why,
    int count,
    double seconds,
    double longestSeconds,
    int servers,
    int ofServers,
    double measuredSeconds) {

  /** How many there were in a server, on the mean. */
  public double perServer() {
    return (double) count / servers;
  }

  /** The mean pause. */
  public double meanSeconds() {
    return seconds / count;
  }

  /** The share of the measured time. */
  public double share() {
    return seconds / measuredSeconds;
  }

  /** Those of a group's servers, those that took longest first. */
  static List<PauseKind> of(RunDirectory directory, List<Placed> servers) {
    Map<String, List<LoggedPause>> byKind = new TreeMap<>();
    double seconds = 0;
    int whole = 0;
    for (Placed server : servers) {
      Path folder = directory.instance(server.id());
      Optional<MeasuredWindows> measured =
          MeasuredWindows.of(server.times(), server.id())
              .filter(windows -> GcLog.isWhole(folder, windows));
      if (measured.isPresent()) {
        whole++;
        seconds += measured.orElseThrow().seconds();
        for (LoggedPause one : GcLog.logged(folder)) {
          if (measured.orElseThrow().containsMoment(one.start())) {
            String kind = one.pause().name() + "\0" + one.pause().why();
            byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(one);
          }
        }
      }
    }
    int counting = whole;
    double measuredSeconds = seconds;
    return byKind.values().stream()
        .map(all -> of(all, counting, servers.size(), measuredSeconds))
        .sorted(Comparator.comparingDouble(PauseKind::seconds).reversed())
        .toList();
  }

  private static PauseKind of(
      List<LoggedPause> all, int servers, int ofServers, double measuredSeconds) {
    return new PauseKind(
        all.getFirst().pause().name(),
        all.getFirst().pause().why(),
        all.size(),
        all.stream().mapToDouble(one -> one.pause().seconds()).sum(),
        all.stream().mapToDouble(one -> one.pause().seconds()).max().orElseThrow(),
        servers,
        ofServers,
        measuredSeconds);
  }
}
