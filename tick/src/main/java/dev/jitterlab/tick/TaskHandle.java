package dev.jitterlab.tick;

/** A task that was started. Thread-safe. */
public interface TaskHandle {
  /** Returns the name given at the start; names need not be unique. */
  String name();

  /**
   * Changes the rate. The tick that is due next stays where it is, and is late or on time by the
   * old period. From it on a new schedule runs at the new rate, and it says so ({@link
   * Tick#isReanchored}); periods of the old rate that are still owed are left out and counted as
   * missed. Of several changes between two ticks the last one counts.
   *
   * @throws UnsupportedOperationException for a task that schedules itself, which has no rate
   */
  void rate(Rate rate);

  /**
   * Ends the task: no tick starts after the one that may be running now. May be called from within
   * a tick, and more than once.
   */
  void stop();

  /** Returns whether the task was stopped, by {@link #stop}, by a failure or with its scheduler. */
  boolean isStopped();
}
