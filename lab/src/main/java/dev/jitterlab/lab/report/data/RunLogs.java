package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseLine;
import dev.jitterlab.lab.ticks.ResponseLog;
import dev.jitterlab.lab.ticks.TickLogTail;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What servers and load generators have logged so far, from logs that may still be written: every
 * line is read once. Only where a server is placed anew in time, all is read again: its ticks
 * cannot be told from those of others any more. Groups may be read at the same time, and blocks.
 */
final class RunLogs {
  /** In the charts a point stands for a second. */
  private static final double SAME_PLACE_SECONDS = 1;

  private final RunDirectory directory;
  private final Map<String, TickTimelines> byGroup = new ConcurrentHashMap<>();
  private final Map<String, TickLogTail> logs = new ConcurrentHashMap<>();
  private final Map<Integer, ResponseLog> responses = new ConcurrentHashMap<>();
  private final Map<String, QuantileTimeline> responseLines = new ConcurrentHashMap<>();
  private final Map<String, Placed> placed = new ConcurrentHashMap<>();

  RunLogs(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Forgets everything if a server that was read is gone, because its block is measured again or it
   * does not count any more, or has another time 0 than it was expected to have, because its
   * warm-up has ended early.
   */
  void place(List<Placed> servers) {
    Map<String, Placed> now =
        servers.stream().collect(Collectors.toMap(Placed::id, Function.identity()));
    if (!placed.values().stream().allMatch(before -> isThere(before, now.get(before.id())))) {
      byGroup.clear();
      logs.clear();
      responses.clear();
      responseLines.clear();
      placed.clear();
    }
    now.forEach(placed::putIfAbsent);
  }

  private static boolean isThere(Placed before, Placed now) {
    return now != null
        && now.times().loadStartedAt().equals(before.times().loadStartedAt())
        && Math.abs(now.times().measuredFrom() - before.times().measuredFrom())
            < SAME_PLACE_SECONDS;
  }

  /** The ticks of a group, after its servers' logs were read on. */
  TickTimelines ticks(String group, List<Placed> servers) {
    TickTimelines ticks = byGroup.computeIfAbsent(group, _ -> new TickTimelines());
    for (Placed server : servers) {
      RunTicks.log(directory.instance(server.id()))
          .ifPresent(
              log ->
                  logs.computeIfAbsent(server.id(), _ -> new TickLogTail(log))
                      .readNew(ticks.reader(server.id(), server.times())));
    }
    return ticks;
  }

  /** The response times of a block's servers, after its load generator's log was read on. */
  Map<String, MeasuredResponses> responses(int block, Function<String, MeasuredWindows> measured) {
    return RunTicks.log(directory.load(block))
        .map(
            log ->
                responses
                    .computeIfAbsent(block, _ -> new ResponseLog(log))
                    .readNew(measured, this::add))
        .orElse(Map.of());
  }

  /** Only of servers that count, and while they had their load or what was measured began. */
  private void add(ResponseLine line) {
    Placed server = placed.get(line.server());
    if (server != null && isShown(server, line)) {
      responseLines
          .computeIfAbsent(server.instance().group(), _ -> new QuantileTimeline())
          .add(line.window(), line.values(), server.times());
    }
  }

  private static boolean isShown(Placed server, ResponseLine line) {
    return MeasuredWindows.worked(server.times(), server.id(), server.times().measuredTo()).stream()
            .anyMatch(part -> part.contains(line.window()))
        || MeasuredWindows.of(server.times(), server.id())
            .filter(measured -> measured.holds(line.window(), line.values()))
            .isPresent();
  }

  /** The response times of a group over time, as far as its blocks' logs were read. */
  ReportData.Quantiles responses(String group) {
    return responseLines.getOrDefault(group, new QuantileTimeline()).lines();
  }
}
