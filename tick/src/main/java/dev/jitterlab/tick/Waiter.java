package dev.jitterlab.tick;

import java.util.function.BooleanSupplier;

/**
 * Lets one worker wait for a deadline, in one of the ways of {@link Waiting}. Allocates nothing.
 * Not thread-safe: a worker has its own; only the budget is shared.
 */
final class Waiter {
  private final Waiting waiting;
  private final NanoClock clock;
  private final Parker parker;
  private final SpinBudget budget;
  private final SpinMargin margin = new SpinMargin();

  Waiter(Waiting waiting, NanoClock clock, Parker parker, SpinBudget budget) {
    this.waiting = waiting;
    this.clock = clock;
    this.parker = parker;
    this.budget = budget;
  }

  /** Returns how long before a deadline {@link #await} ends its sleep; 0 where it never does. */
  long marginNs(long nowNs) {
    return waiting == Waiting.PARK_SPIN ? budget.limitNs(margin.ns(), nowNs) : 0;
  }

  /** Returns once the deadline is reached, never before, or once {@code woken} is true. */
  void await(long deadlineNs, BooleanSupplier woken) {
    switch (waiting) {
      case PARK:
        sleep(deadlineNs, woken);
        return;
      case SPIN:
        spin(deadlineNs, woken);
        return;
      case PARK_SPIN:
        parkAndSpin(deadlineNs, woken);
        return;
    }
    throw new AssertionError(waiting);
  }

  /** As {@link #await}, where being late does not matter: only {@link Waiting#SPIN} spins. */
  void awaitRoughly(long deadlineNs, BooleanSupplier woken) {
    if (waiting == Waiting.SPIN) {
      spin(deadlineNs, woken);
    } else {
      sleep(deadlineNs, woken);
    }
  }

  /** As {@link #await}, where another worker waits for the deadline: never spins. */
  void awaitAsleep(long deadlineNs, BooleanSupplier woken) {
    sleep(deadlineNs, woken);
  }

  private void parkAndSpin(long deadlineNs, BooleanSupplier woken) {
    long nowNs = clock.nanoTime();
    long wakeNs = deadlineNs - budget.limitNs(margin.ns(), nowNs);
    if (wakeNs - nowNs > 0) {
      nowNs = sleep(wakeNs, woken);
      if (nowNs - wakeNs < 0) {
        return; // woken
      }
      margin.learn(nowNs - wakeNs);
    }
    budget.spent(spin(deadlineNs, woken) - nowNs);
  }

  /** Returns the time, which is past the deadline unless {@code woken} is true. */
  private long sleep(long deadlineNs, BooleanSupplier woken) {
    long nowNs = clock.nanoTime();
    while (deadlineNs - nowNs > 0 && !woken.getAsBoolean()) {
      parker.park(deadlineNs - nowNs);
      boolean unused = Thread.interrupted(); // it would end every other sleep at once
      nowNs = clock.nanoTime();
    }
    return nowNs;
  }

  /** Returns the time, which is past the deadline unless {@code woken} is true. */
  private long spin(long deadlineNs, BooleanSupplier woken) {
    long nowNs = clock.nanoTime();
    while (deadlineNs - nowNs > 0 && !woken.getAsBoolean()) {
      parker.spin();
      nowNs = clock.nanoTime();
    }
    return nowNs;
  }
}
