package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.MachineCpu;
import java.util.Optional;

/** The share of the CPU time that the hypervisor took in a whole measurement. */
final class Steal extends StolenTime {
  Steal() {
    super(
        Question.of(
                "machine_steal_ratio",
                Unit.RATIO,
                "Did the hypervisor leave the machine its CPU" + " time?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(0.01, 0.05)
            .needs("the machine's CPU time was not sampled", Kind.SAMPLES));
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return MachineCpu.during(measured, evidence).map(MachineCpu::stealRatio);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "the hypervisor took away %s of the CPU time in %s"
        .formatted(Units.share(worst.value()), worst.of());
  }
}
