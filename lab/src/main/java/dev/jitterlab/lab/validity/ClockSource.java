package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.Optional;
import java.util.Set;

/**
 * Can the clock be read without a system call? With another clock source each reading of the time
 * costs a microsecond or more, and a server reads it often.
 */
final class ClockSource implements Check {
  private static final String NAME = "slow_clock_source";
  private static final Limit LIMIT = new Limit(0, 1);

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

  @Override
  public Finding examine(Evidence evidence) {
    Optional<String> source = evidence.environment().map(Environment::clockSource);
    if (source.isEmpty()) {
      return Finding.unseen(NAME, LIMIT, "the clock source cannot be seen here");
    }
    boolean fast = FAST.contains(source.get());
    return Finding.graded(
        NAME,
        fast ? 0 : 1,
        LIMIT,
        "the clock source is "
            + source.get()
            + (fast ? ", which is read without a system call" : ", and each reading is slow"),
        "Boot with clocksource=tsc, or take a machine whose kernel trusts its tsc.");
  }
}
