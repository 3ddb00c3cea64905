package dev.jitterlab.tick;

/**
 * A task on a manual clock that ticks when it is told to: the engine's own, for tests of what
 * listens to it. A failing tick stops it.
 */
public final class SteppedTask {
  private final PeriodicTask task;
  private final TickThread thread = new TickThread();

  public SteppedTask(ManualClock clock, TickListener listener, Rate rate, TickTask task) {
    this.task =
        new PeriodicTask(
            new TaskContext(clock, listener, (tick, failure) -> FailureHandler.Decision.STOP),
            "t",
            rate,
            task);
  }

  public long deadlineNs() {
    return task.deadlineNs();
  }

  /** Runs the next tick now, due or not. */
  public void tick() {
    task.runTick(thread);
  }
}
