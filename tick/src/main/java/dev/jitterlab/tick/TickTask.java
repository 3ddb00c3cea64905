package dev.jitterlab.tick;

/**
 * What happens at every tick. Ticks of one task never overlap and each sees what the one before it
 * wrote, also when the scheduler moves the task between threads.
 */
@FunctionalInterface
public interface TickTask {
  /**
   * Runs one tick.
   *
   * @param tick which tick this is and when it was due; valid until this method returns
   * @throws Exception goes to the scheduler's {@link FailureHandler}; other tasks are not affected
   */
  void tick(Tick tick) throws Exception;
}
