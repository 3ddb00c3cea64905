package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TickMetric;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Did the load generators keep their own beat? Lateness is taken as a share of the generator's own
 * period, the median total of its ticks. Up to a tenth of it the load is as smooth as planned; up
 * to a whole one it is shaken; beyond, requests of several periods come in one, and what was
 * offered is not what the plan says.
 */
final class LoadLateness implements Check {
  private static final String NAME = "load_drift_p99_of_period_ratio";
  private static final Limit LIMIT = new Limit(0.1, 1);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.loads()) {
      MeasuredTicks ticks = evidence.ticks().get(load.id());
      if (ticks == null || ticks.of(TickMetric.TOTAL).isEmpty()) {
        return Finding.withoutEvidence(
            NAME, LIMIT, load.id() + " recorded no ticks in the measured time");
      }
      double periodNs = ticks.of(TickMetric.TOTAL).quantileNs(0.5);
      shares.put(load.id(), ticks.of(TickMetric.DRIFT).quantileNs(0.99) / periodNs);
    }
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(shares),
        worst ->
            "one in a hundred of %s's own ticks was late by %s of its period or more"
                .formatted(worst.of(), Units.share(worst.value())),
        "Give the load process more CPU, or offer less load.",
        "no block was measured");
  }
}
