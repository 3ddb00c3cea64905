package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;

/** The share of the CPU time that the hypervisor took in a whole measurement. */
final class Steal extends StolenTime {
  Steal() {
    super(
        Question.of(
                "machine_steal_ratio",
                Unit.RATIO,
                "Did the hypervisor leave the machine its CPU time?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(0.01, MachineCpu.MOST_STOLEN)
            .needs("the machine's CPU time was not sampled", Kind.SAMPLES));
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return evidence.machineCpu(measured).map(MachineCpu::stealRatio);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "the hypervisor took away %s of the CPU time in %s"
        .formatted(Units.share(worst.value()), worst.of());
  }
}
