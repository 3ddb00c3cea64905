package dev.jitterlab.tick;

/**
 * A task that says at every turn when it wants the next one, or ends: a projectile that lives for
 * 700 ms, a character that thinks every 1.3 s and in a fight every 50 ms. What {@link TickTask}
 * promises holds for it, too: turns never overlap, and each sees what the one before it wrote.
 */
@FunctionalInterface
public interface SelfSchedulingTask {
  /**
   * Runs one turn. The task ends when this returns without having called {@link Turn#again}.
   *
   * @param turn valid until this method returns
   * @throws Exception goes to the scheduler's {@link FailureHandler}; if that lets the task go on
   *     and it has not said when, the time between its turns stays what it was
   */
  void update(Turn turn) throws Exception;
}
