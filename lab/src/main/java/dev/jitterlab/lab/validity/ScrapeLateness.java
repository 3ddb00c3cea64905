package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;

/**
 * A lab that came late had no CPU, or waited for answers at the bound of a measurement. Samples
 * carry their true time, so lateness alone does not falsify them.
 */
final class ScrapeLateness extends WorstBlock {
  ScrapeLateness() {
    super(
        Question.of("scrape_lateness_seconds", Unit.SECONDS, "Did the lab itself sample in time?")
            .from(Dependence.OUTCOME)
            .limit(0.25, Double.MAX_VALUE)
            .needs("the lab's own lateness was not sampled", Kind.SAMPLES),
        "Leave the lab some CPU: fewer instances at once, or less load.");
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return evidence.max(LabMetrics.MACHINE, LabMetrics.SCRAPE_LATENESS, measured);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "the lab sampled up to %s late in %s"
        .formatted(Units.seconds(worst.value()), worst.of());
  }
}
