package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;

/** Pages that the machine swapped out or in, whosever they were. */
final class Swapping extends WorstBlock {
  static final double VALID = 256;

  static final String REMEDY =
      "Give the machine more memory or the servers less heap; on a machine that measures, turn swap"
          + " off.";
  static final String MISSING = "page faults were not sampled";

  Swapping() {
    super(
        Question.of(
                "machine_swapped_pages",
                Unit.NUMBER,
                "Did the machine have enough memory to avoid swapping?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(VALID, Double.MAX_VALUE)
            .needs(MISSING, Kind.SAMPLES),
        REMEDY);
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return evidence.increase(LabMetrics.MACHINE, LabMetrics.SWAPPED_PAGES, null, measured);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "the machine swapped %s pages in %s"
        .formatted(Units.count(Math.round(worst.value())), worst.of());
  }
}
