package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.summary.Summary.Control;
import dev.jitterlab.lab.summary.Summary.ControlSecond;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import java.util.List;

/** What the idle control processes saw, as the summary has it. */
final class MachineControl {
  private static final double NS_PER_SECOND = 1e9;

  private MachineControl() {}

  static List<Control> of(Evidence evidence) {
    return evidence.controls().stream().map(control -> of(control, evidence)).toList();
  }

  private static Control of(IdleControl control, Evidence evidence) {
    return new Control(
        control.block(),
        Summary.Quantiles.of(control.drift()),
        control.stalls(),
        IdleControl.STALL_SECONDS,
        control.runQueueSeconds(evidence).orElse(null),
        control.cpuSeconds(evidence).orElse(null),
        control.seconds().stream()
            .map(second -> of(second.window().from() - control.measured().from(), second.drift()))
            .toList());
  }

  private static ControlSecond of(double at, Distribution drift) {
    return new ControlSecond(
        at, drift.quantileNs(0.99) / NS_PER_SECOND, drift.maxNs() / NS_PER_SECOND);
  }
}
