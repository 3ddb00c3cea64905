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
 * The collector's pauses of a group's servers while they were measured. Immutable.
 *
 * @param servers how many servers count
 * @param ofServers how many servers the group has
 * @param kinds those that took longest first
 */
public record Pauses(int servers, int ofServers, List<PauseKind> kinds) {
  /** Of a group that is still being measured. */
  public static final Pauses NONE = new Pauses(0, 0, List.of());

  static Pauses of(RunDirectory directory, List<Placed> servers) {
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
    return new Pauses(
        counting,
        servers.size(),
        byKind.values().stream()
            .map(all -> kind(all, counting, measuredSeconds))
            .sorted(Comparator.comparingDouble(PauseKind::seconds).reversed())
            .toList());
  }

  private static PauseKind kind(List<LoggedPause> all, int servers, double measuredSeconds) {
    return new PauseKind(
        all.getFirst().pause().name(),
        all.getFirst().pause().why(),
        all.size(),
        all.stream().mapToDouble(one -> one.pause().seconds()).sum(),
        all.stream().mapToDouble(one -> one.pause().seconds()).max().orElseThrow(),
        servers,
        measuredSeconds);
  }
}
