package dev.jitterlab.bench;

import java.util.OptionalInt;

/**
 * How the operating system schedules a contender's ticking threads, and those beside them.
 *
 * @param fifoPriority of SCHED_FIFO, 1 to 99; empty for SCHED_OTHER
 * @param pinned whether each thread has a CPU of its own
 * @param compilerNice the nice value of the JVM's compiler threads, 1 to 19; empty where they have
 *     that of all others
 */
record Policy(OptionalInt fifoPriority, boolean pinned, OptionalInt compilerNice) {
  static final Policy OTHER = new Policy(OptionalInt.empty(), false, OptionalInt.empty());

  static Policy fifo(int priority) {
    return new Policy(OptionalInt.of(priority), false, OptionalInt.empty());
  }

  Policy withPinned(boolean isPinned) {
    return new Policy(fifoPriority, isPinned, compilerNice);
  }

  Policy withCompilerNice(OptionalInt nice) {
    return new Policy(fifoPriority, pinned, nice);
  }

  /** The name in results: {@code SCHED_OTHER}, {@code SCHED_FIFO:80}. */
  String label() {
    return fifoPriority.isEmpty() ? "SCHED_OTHER" : "SCHED_FIFO:" + fifoPriority.getAsInt();
  }

  /** What tells apart the name of a contender under this policy; empty for SCHED_OTHER. */
  String suffix() {
    return (fifoPriority.isEmpty() ? "" : "-fifo" + fifoPriority.getAsInt())
        + (pinned ? "-pinned" : "")
        + (compilerNice.isEmpty() ? "" : "-compilers" + compilerNice.getAsInt());
  }
}
