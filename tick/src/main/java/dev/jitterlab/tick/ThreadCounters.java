package dev.jitterlab.tick;

/** Two ever-growing counters of the calling thread; a figure below 0 says it cannot be read. */
interface ThreadCounters extends AutoCloseable {
  /** Returns the CPU time that the thread has used, in nanoseconds. */
  long cpuNs();

  /** Returns how long the thread, ready to run, has waited for a CPU, in nanoseconds. */
  long runQueueDelayNs();

  /** Gives back what was opened. */
  @Override
  void close();
}
