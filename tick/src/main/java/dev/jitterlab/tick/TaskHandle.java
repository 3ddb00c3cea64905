package dev.jitterlab.tick;

/** A task that was started. Thread-safe. */
public interface TaskHandle {
  /** Returns the name given at the start; names need not be unique. */
  String name();

  /**
   * Ends the task: no tick starts after the one that may be running now. May be called from within
   * a tick, and more than once.
   */
  void stop();

  /** Returns whether the task was stopped, by {@link #stop}, by a failure or with its scheduler. */
  boolean isStopped();
}
