package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.summary.Summary.Control;
import dev.jitterlab.lab.summary.Summary.ControlSecond;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import java.util.List;

/** What the idle control processes saw, as the summary has it. */
final class MachineControl {
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
        control.seconds().stream().map(second -> of(second, control.measured().from())).toList());
  }

  private static ControlSecond of(IdleControl.Second second, double measuredFrom) {
    return new ControlSecond(
        second.window().from() - measuredFrom, second.p99Seconds(), second.maxSeconds());
  }
}
