package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Optional;

/**
 * By how much a quantile of tick totals grows if each counts for as long as it lasted. The slower
 * ticks are, the fewer there are of them, so that a quantile of ticks has less of the slow ones
 * than a player's evening has.
 */
public final class TotalWeighting implements MetricProvider {
  private static final List<Metric> ALL =
      List.of(Quantile.P50, Quantile.P99).stream().map(TotalWeighting::metric).toList();

  @Override
  public List<Metric> metrics() {
    return ALL;
  }

  private static Metric metric(Quantile quantile) {
    return Metric.of(
            "tick_total_weighting." + quantile.key(),
            "Total " + quantile.title() + " by time ÷ by count",
            Unit.NUMBER)
        .ofTicks()
        .optional()
        .read(
            Pooling.mean(server -> weighting(server.ticks().of(TickTime.TOTAL), quantile.share())));
  }

  /** Empty where there are no totals. */
  static Optional<Double> weighting(Distribution totals, double share) {
    double timeNs = 0;
    for (int i = 0; i < totals.size(); i++) {
      timeNs += (double) totals.valueNsAt(i) * totals.countAt(i);
    }
    if (!(timeNs > 0)) {
      return Optional.empty();
    }
    double beforeNs = 0;
    int i = 0;
    while (i < totals.size() - 1) {
      beforeNs += (double) totals.valueNsAt(i) * totals.countAt(i);
      if (beforeNs >= share * timeNs) {
        break;
      }
      i++;
    }
    return Optional.of((double) totals.valueNsAt(i) / totals.quantileNs(share));
  }
}
