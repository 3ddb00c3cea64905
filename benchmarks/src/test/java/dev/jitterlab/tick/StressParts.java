package dev.jitterlab.tick;

/** What the stress tests of all schedulers are put together from. */
final class StressParts {
  static final Rate HZ_1 = Rate.hz(1);

  private StressParts() {}

  /** Returns a context in which a task that fails ends. */
  static TaskContext context() {
    return new TaskContext(
        System::nanoTime, tick -> {}, (tick, failure) -> FailureHandler.Decision.STOP);
  }

  /** Returns what waits by that parker alone. */
  static Waiter parkingBy(Parker parker) {
    SpinBudget none = new SpinBudget(0, System.nanoTime());
    return new Waiter(Waiting.PARK, System::nanoTime, parker, none);
  }
}
