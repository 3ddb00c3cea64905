package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.changepoint.GrowingSeries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The median response time of each server in each second, from a load generator's log that is still
 * written. Not thread-safe.
 */
public final class LiveResponses implements GrowingSeries {
  private final Path log;
  private final TickLogTail tail;
  private final Map<String, List<TimedValue>> medians = new HashMap<>();

  /** Of that log, which need not be there yet. */
  public LiveResponses(Path log) {
    this.log = log;
    this.tail = new TickLogTail(log);
  }

  /**
   * A server's medians up to now, in the order of time; seconds without an answer have none.
   *
   * @throws dev.jitterlab.lab.LabException if a line is not one of a log
   */
  public List<TimedValue> medians(String server) {
    if (Files.isRegularFile(log)) {
      tail.readNew(LiveResponses::isResponse, this::add);
    }
    return List.copyOf(medians.getOrDefault(server, List.of()));
  }

  private static boolean isResponse(String tag) {
    return ResponseTag.of(tag).filter(of -> of.metric() == ResponseMetric.RESPONSE).isPresent();
  }

  private void add(TaggedInterval line) {
    if (!line.values().isEmpty()) {
      medians
          .computeIfAbsent(
              ResponseTag.of(line.tag()).orElseThrow().server(), _ -> new ArrayList<>())
          .add(TimedValue.median(line));
    }
  }

  @Override
  public double[] of(String server) {
    return medians(server).stream().mapToDouble(TimedValue::seconds).toArray();
  }
}
