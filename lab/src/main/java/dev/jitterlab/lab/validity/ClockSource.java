package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Set;

/**
 * With a clock source that needs a system call each reading of the time costs a microsecond or
 * more, and a server reads it often.
 */
final class ClockSource extends Check {
  /**
   * Those that the kernel's vDSO reads in user space, on x86, Arm, RISC-V and under hypervisors.
   */
  private static final Set<String> FAST =
      Set.of(
          "tsc",
          "tsc-early",
          "kvm-clock",
          "hyperv_clocksource_tsc_page",
          "arch_sys_counter",
          "riscv_clocksource");

  ClockSource() {
    super(
        Question.of(
                "slow_clock_source", Unit.NUMBER, "Can the clock be read without a system call?")
            .from(Dependence.OUTSIDE)
            .limit(0, 1)
            .shownBy("the clock source cannot be seen here", Kind.ENVIRONMENT));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    String source = evidence.environment().map(Environment::clockSource).orElse(null);
    if (source == null) {
      return unknown();
    }
    boolean fast = FAST.contains(source);
    return graded(
        fast ? 0 : 1,
        "the clock source is "
            + source
            + (fast ? ", which is read without a system call" : ", and each reading is slow"),
        "Boot with clocksource=tsc, or take a machine whose kernel trusts its tsc.");
  }
}
