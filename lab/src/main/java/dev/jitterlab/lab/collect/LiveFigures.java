package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The few figures that are shown while a block runs, from the newest scrape of each server. Between
 * scrapes, and when one fails, a server keeps its last value. A server that was started again goes
 * on counting where it ended. Thread-safe.
 */
public final class LiveFigures {
  private static final String LATE_TICKS = "jitterlab_ticks_late_total";
  private static final String LATE_LABELS = "threshold=\"1.1\"";
  private static final String PLAYERS = "jitterlab_players";

  private final Map<String, Double> lateTicks = new HashMap<>();

  /** What servers had counted before they were started again; absent where they never were. */
  private final Map<String, Double> lateTicksBefore = new HashMap<>();

  private final Map<String, Double> players = new HashMap<>();

  /** Takes over what concerns it; load generators count their own late ticks, and not here. */
  public synchronized void update(List<Sample> samples) {
    Map<String, Double> counted = new HashMap<>();
    for (Sample sample : samples) {
      if (sample.source().startsWith("load/")) {
        continue;
      }
      if (sample.metric().equals(LATE_TICKS) && sample.labels().equals(LATE_LABELS)) {
        counted.merge(sample.source(), sample.value(), Math::max); // it may have two addresses
      } else if (sample.metric().equals(PLAYERS)) {
        players.put(sample.source(), sample.value());
      }
    }
    counted.forEach(this::count);
  }

  /** A counter that falls by half has begun anew, as for {@link SamplesReader}. */
  private void count(String source, double counted) {
    Double last = lateTicks.put(source, counted);
    if (last != null && counted < last / 2) {
      lateTicksBefore.merge(source, last, Double::sum);
    }
  }

  /**
   * Ticks later than 1.1 periods, of all servers since they were first started; empty where no
   * server counts them, or none yet.
   */
  public synchronized OptionalLong lateTicks() {
    OptionalLong since = sum(lateTicks);
    return since.isEmpty()
        ? since
        : OptionalLong.of(since.getAsLong() + sum(lateTicksBefore).orElse(0));
  }

  /** Players on all servers; empty where no server has any notion of them. */
  public synchronized OptionalLong players() {
    return sum(players);
  }

  private static OptionalLong sum(Map<String, Double> byServer) {
    return byServer.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            Math.round(byServer.values().stream().mapToDouble(Double::doubleValue).sum()));
  }
}
