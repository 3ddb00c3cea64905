package dev.jitterlab.bench;

import java.util.OptionalInt;

/**
 * What is beside a contender's ticking threads, and how the operating system schedules them all.
 *
 * @param fifoPriority of SCHED_FIFO, 1 to 99; empty for SCHED_OTHER
 * @param pinned whether each thread has a CPU of its own
 * @param compilerNice the nice value of the JVM's compiler threads, 1 to 19; empty where they have
 *     that of all others
 * @param zgc whether ticks allocate, and ZGC collects beside them; else nothing is collected
 */
record Policy(OptionalInt fifoPriority, boolean pinned, OptionalInt compilerNice, boolean zgc) {
  static final Policy OTHER = new Policy(OptionalInt.empty(), false, OptionalInt.empty(), false);

  static Policy fifo(int priority) {
    return new Policy(OptionalInt.of(priority), false, OptionalInt.empty(), false);
  }

  Policy withPinned(boolean isPinned) {
    return new Policy(fifoPriority, isPinned, compilerNice, zgc);
  }

  Policy withCompilerNice(OptionalInt nice) {
    return new Policy(fifoPriority, pinned, nice, zgc);
  }

  Policy withZgc(boolean hasZgc) {
    return new Policy(fifoPriority, pinned, compilerNice, hasZgc);
  }

  /** The name in results: {@code SCHED_OTHER}, {@code SCHED_FIFO:80}. */
  String label() {
    return fifoPriority.isEmpty() ? "SCHED_OTHER" : "SCHED_FIFO:" + fifoPriority.getAsInt();
  }

  /** What tells apart the name of a contender under this policy; empty for SCHED_OTHER. */
  String suffix() {
    return (fifoPriority.isEmpty() ? "" : "-fifo" + fifoPriority.getAsInt())
        + (pinned ? "-pinned" : "")
        + (compilerNice.isEmpty() ? "" : "-compilers" + compilerNice.getAsInt())
        + (zgc ? "-zgc" : "");
  }
}
