package dev.jitterlab.tick;

/** A worker of {@code partitioned} on a manual clock: one processor, earliest deadline first. */
public final class SteppedWorker {
  private final ManualClock clock;
  private final TaskContext context;
  private final PartitionWorker worker;

  public SteppedWorker(ManualClock clock, TickListener listener) {
    this.clock = clock;
    this.context = new TaskContext(clock, listener, (tick, failure) -> null);
    this.worker =
        new PartitionWorker(
            clock,
            new Waiter(
                Waiting.PARK, clock, new FakeParker(clock), new SpinBudget(0, clock.nanoTime())),
            () -> {});
  }

  public TaskHandle start(Rate rate, TaskOptions options, TickTask task) {
    OwnedTask owned = new OwnedTask(worker, context, "t", rate, options, task);
    worker.add(owned);
    return owned;
  }

  public void runFor(long ns) {
    long endNs = clock.nanoTime() + ns;
    while (clock.nanoTime() - endNs < 0) {
      worker.step();
    }
  }
}
