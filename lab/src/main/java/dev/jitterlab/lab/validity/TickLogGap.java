package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where much is missing the instance is nullified ({@link Nullification}), and the others decide.
 */
final class TickLogGap extends Check {
  TickLogGap() {
    super(
        Question.of(
                "tick_log_gap_ratio",
                Unit.RATIO,
                "Do the servers' tick logs cover the whole measured time?")
            .from(Dependence.OUTCOME)
            .limit(0.01, 1)
            .needs("no block was measured", Kind.MEASUREMENT));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasTicks();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> gaps = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      MeasuredTicks ticks = evidence.ticks().get(server.id());
      gaps.put(server.id(), ticks == null ? 1 : ticks.gapRatio());
    }
    return greatest(
        gaps,
        worst ->
            "at worst, %s of the measured time is missing from the tick log of %s"
                .formatted(Units.share(worst.value()), worst.of()),
        "See in its stdout.log why it stopped recording.");
  }
}
