package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;

/**
 * Two labs that measure on one machine share its CPUs: each is the other's load. The question
 * arises where another one was seen; in a container others may stay unseen.
 */
final class OtherLabs extends WorstBlock {
  OtherLabs() {
    super(
        Question.of(
                "other_labs",
                Unit.NUMBER,
                "Was this the only Jitterlab that measured on the machine?")
            .from(Dependence.OUTSIDE)
            .limit(0, Double.MAX_VALUE)
            .needs("the machine's other processes were not recorded", Kind.SAMPLES),
        "Let one run end before the next begins, and run this one again.");
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.measured().values().stream()
        .anyMatch(measured -> seen(measured, evidence).isPresent());
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return seen(measured, evidence);
  }

  private static Optional<Double> seen(MeasuredWindows measured, Evidence evidence) {
    return evidence.max(LabMetrics.MACHINE, LabMetrics.OTHER_LABS, measured);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "another run of Jitterlab was seen in %s: the two runs disturbed each other"
        .formatted(worst.of());
  }
}
