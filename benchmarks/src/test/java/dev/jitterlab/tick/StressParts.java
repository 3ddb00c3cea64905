package dev.jitterlab.tick;

/** What the stress tests of all schedulers are put together from. */
final class StressParts {
  static final Rate HZ_1 = Rate.hz(1);

  private StressParts() {}

  /**
   * A parker that lets a worker fall asleep while something is started: it returns once somebody
   * has unparked it or the start is over, and knows whether it would have overslept.
   */
  static final class Sleeper implements Parker {
    private final long longestNs;
    private volatile boolean unparked;
    private volatile boolean started;
    private Runnable afterwards = () -> {};
    private int overslept;

    /**
     * @param longestNs a sleep that is no longer is in time, also if nobody ends it
     */
    Sleeper(long longestNs) {
      this.longestNs = longestNs;
    }

    /** What happens when it wakes up. */
    void afterwards(Runnable action) {
      afterwards = action;
    }

    void unpark() {
      unparked = true;
    }

    /** What may have unparked it is over. */
    void started() {
      started = true;
    }

    /** Returns 1 if it slept too long and nobody woke it; after the race. */
    int overslept() {
      return overslept;
    }

    @Override
    public void park(long ns) {
      while (!unparked && !started) {
        Thread.onSpinWait();
      }
      overslept = unparked || ns <= longestNs ? 0 : 1;
      afterwards.run();
    }

    @Override
    public void spin() {
      Thread.onSpinWait();
    }
  }

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
