package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TickMetric;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Did the load generators keep their own beat? One that is late bunches the load up. The limits are
 * a tenth and four tenths of the 50 ms between two inputs of a bot at 20 Hz.
 */
final class LoadLateness implements Check {
  private static final String NAME = "load_drift_p99_seconds";
  private static final Limit LIMIT = new Limit(0.005, 0.020);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> drift = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.loads()) {
      MeasuredTicks ticks = evidence.ticks().get(load.id());
      if (ticks == null || ticks.of(TickMetric.DRIFT).isEmpty()) {
        return Finding.withoutEvidence(
            NAME, LIMIT, load.id() + " recorded no ticks in the measured time");
      }
      drift.put(load.id(), ticks.of(TickMetric.DRIFT).quantileNs(0.99) / 1e9);
    }
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(drift),
        worst ->
            "one in a hundred of %s's own ticks was %s late or more"
                .formatted(worst.of(), Units.seconds(worst.value())),
        "Give the load process more CPU, or offer less load.",
        "no block was measured");
  }
}
