package dev.jitterlab.tick;

import java.util.Optional;

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

  /** Returns when and why the task ended; empty while it is not stopped. */
  Optional<TaskEnd> end();

  /**
   * Does something at the beginning of the task's next tick, on the thread that runs it: it needs
   * no lock for what only ticks touch. Pieces of work run in the order of these calls and count as
   * part of the tick's execution. A failure is the tick's failure; the tick itself and the rest of
   * the work still run. What waits when the task stops is never done.
   *
   * @return false if the task is stopped, or if 1,024 pieces of work wait already
   */
  boolean execute(Runnable work);
}
