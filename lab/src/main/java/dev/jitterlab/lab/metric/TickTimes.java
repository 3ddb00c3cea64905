package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How long ticks took, and how late they began: quantiles of all ticks together. */
public final class TickTimes implements MetricProvider {
  private static final Map<TickTime, Set<Quantile>> SHOWN_FIRST =
      Map.of(
          TickTime.DRIFT, EnumSet.of(Quantile.P50, Quantile.P99, Quantile.MAX),
          TickTime.EXECUTION, EnumSet.of(Quantile.P50, Quantile.P99),
          TickTime.WAIT, EnumSet.of(Quantile.P99),
          TickTime.TOTAL, EnumSet.of(Quantile.P99));

  /** Those that a player or a neighbour pays for. */
  private static final Set<TickTime> PRICED = EnumSet.of(TickTime.EXECUTION, TickTime.TOTAL);

  private static final Map<TickTime, Map<Quantile, Metric>> FAMILIES =
      new EnumMap<>(TickTime.class);

  static {
    for (TickTime time : TickTime.values()) {
      FAMILIES.put(time, Quantile.each(quantile -> metric(time, quantile)));
    }
  }

  @Override
  public List<Metric> metrics() {
    return FAMILIES.values().stream().flatMap(family -> family.values().stream()).toList();
  }

  /** One of them. */
  public static Metric of(TickTime time, Quantile quantile) {
    return FAMILIES.get(time).get(quantile);
  }

  /** The key of a time's quantiles in summary.json, such as {@code tick_drift_seconds}. */
  public static String key(TickTime time) {
    return "tick_" + time.word().replace(' ', '_') + "_seconds";
  }

  /** A time's name for a reader, such as {@code Release jitter}. */
  public static String title(TickTime time) {
    return Character.toUpperCase(time.word().charAt(0)) + time.word().substring(1);
  }

  private static Metric metric(TickTime time, Quantile quantile) {
    boolean isFirst = SHOWN_FIRST.getOrDefault(time, Set.of()).contains(quantile);
    return Metric.of(
            key(time) + "." + quantile.key(), title(time) + " " + quantile.title(), Unit.SECONDS)
        .compared(
            "tick " + time.word() + " " + quantile.words(),
            switch (time) {
              case EXECUTION -> "executes its ticks faster";
              case DRIFT -> "starts its ticks closer to schedule";
              case WAIT, TOTAL, RELEASE_JITTER -> "keeps the beat better";
            })
        .ofTicks()
        .where(isFirst, Metric.Builder::shownFirst)
        .where(PRICED.contains(time) && quantile == Quantile.P99, Metric.Builder::priced)
        .read(
            time == TickTime.DRIFT
                ? Pooling.unended(quantile, TickTimes::drifts)
                : Pooling.quantile(quantile, server -> server.ticks().of(time)));
  }

  /**
   * With the periods that still waited for their tick at the end: their drift is known in part. A
   * server that shows no such series has none that wait, unless it never answered.
   */
  private static Optional<Answers> drifts(MeasuredInstance server) {
    Distribution begun = server.ticks().of(TickTime.DRIFT);
    Optional<Double> waiting = server.last(OverdueTicks.WAITING);
    boolean isEndUnknown =
        waiting.isEmpty() && (server.shows(OverdueTicks.WAITING) || server.neverAnswered());
    return begun.isEmpty() || isEndUnknown
        ? Optional.empty()
        : Optional.of(
            new Answers(
                begun,
                Math.round(waiting.orElse(0.0)),
                Math.round(server.last(OverdueTicks.WAITING_SECONDS).orElse(0.0) * 1e9)));
  }
}
