package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Optional;
import java.util.Set;

/**
 * On a saturated machine groups compete, and lateness is no longer a server's own. Blocks in which
 * the machine is kept busy on purpose are left out.
 */
final class MachineLoad extends WorstBlock {
  MachineLoad() {
    super(
        Question.of("machine_cpu_load", Unit.RATIO, "Did the machine have CPU time to spare?")
            .from(Dependence.OUTCOME)
            .limit(0.9, 1)
            .needs("the machine's CPU time was not sampled", Kind.SAMPLES),
        "Offer less load, or take a machine with more cores.");
  }

  @Override
  protected Finding unknown(Evidence evidence) {
    Set<Integer> leftOut = evidence.blocksKeptBusy();
    return !leftOut.isEmpty() && leftOut.containsAll(evidence.measured().keySet())
        ? nothingToMeasure(onPurpose(leftOut))
        : unknown();
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    return evidence.blocksKeptBusy().contains(block)
        ? Optional.empty()
        : evidence.machineCpu(measured).map(MachineCpu::load);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    Set<Integer> leftOut = evidence.blocksKeptBusy();
    return "the machine's CPUs were busy %s of the time in %s"
            .formatted(Units.share(worst.value()), worst.of())
        + (leftOut.isEmpty() ? "" : "; " + onPurpose(leftOut));
  }

  private static String onPurpose(Set<Integer> blocks) {
    return "in %d blocks the machine was kept busy on purpose".formatted(blocks.size());
  }
}
