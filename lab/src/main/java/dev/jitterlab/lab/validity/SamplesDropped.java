package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;

/** What the disk did not take in time is lost. */
final class SamplesDropped extends WorstBlock {
  SamplesDropped() {
    super(
        Question.of(
                "samples_dropped", Unit.NUMBER, "Could the lab store everything that it sampled?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .needs("what was dropped was not sampled", Kind.SAMPLES),
        "The disk stalled for minutes, or is full; write the run to another disk.");
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return evidence.max(LabMetrics.MACHINE, LabMetrics.SAMPLES_DROPPED, measured);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return worst.value() == 0
        ? "every sample was written down"
        : "%s samples of %s could not be written"
            .formatted(Units.count(Math.round(worst.value())), worst.of());
  }
}
