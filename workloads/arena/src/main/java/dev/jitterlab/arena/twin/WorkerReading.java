package dev.jitterlab.arena.twin;

/** What the system says of the calling thread. For that thread only. */
interface WorkerReading extends AutoCloseable {
  /** Returns the CPU time that it has used, in nanoseconds. */
  long cpuNs();

  /** Reads the two figures below. */
  void read();

  /** Returns how long it has waited for a CPU while it could have run, in nanoseconds. */
  long runQueueNs();

  /** Returns how often it was put on a CPU. */
  long turns();

  @Override
  void close();
}
