package dev.jitterlab.tick;

/**
 * Decides what becomes of a task whose tick threw an exception. Called on the thread that ran the
 * tick. An {@link Error} is not offered: it stops the task and propagates.
 */
@FunctionalInterface
public interface FailureHandler {
  /** What becomes of the task. */
  enum Decision {
    /** The task ticks on. */
    CONTINUE,
    /** The task is stopped. */
    STOP
  }

  /**
   * Receives the failure.
   *
   * @param tick the tick that failed; valid until this method returns
   */
  Decision onFailure(Tick tick, Exception failure);
}
