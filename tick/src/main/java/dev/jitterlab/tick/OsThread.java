package dev.jitterlab.tick;

import java.util.BitSet;

/**
 * The calling thread, and the JVM's compiler threads, as the operating system knows them. Setters
 * return 0 or the error number of the system call; getters ask the operating system and keep
 * nothing. A getter that fails throws {@link IllegalStateException}. Found by {@code OsThreads}.
 */
interface OsThread {
  /** Sets by how much the system may delay this thread's timers to save wake-ups. */
  int setTimerSlackNs(long ns);

  long timerSlackNs();

  /** Makes this thread SCHED_FIFO at a priority of 1 to 99; threads it starts are not. */
  int setFifoPriority(int priority);

  /** Returns the priority; 0 when the thread is not SCHED_FIFO. */
  int fifoPriority();

  /** Sets the CPUs that this thread may run on, by their numbers. */
  int setCpus(BitSet cpus);

  BitSet cpus();

  /** Sets the nice value of the threads that compile, of this whole JVM. */
  int setCompilerNice(int nice);

  /** Returns the nice values that they have, as {@link CompilerThreads#niceValues}. */
  String compilerNice();
}
