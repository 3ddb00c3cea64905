package dev.jitterlab.benchmarks;

import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickTask;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A task of a {@link Soak}: some of its ticks fail, some take longer than its period. Started and
 * changed by the soak's thread, ticked by any.
 */
final class SoakTask implements TickTask {
  private static final double FAILING = 0.01;
  private static final double OVERRUNNING = 0.000_2;
  private static final long LOOK_NS = 1_000_000;

  private final String name;
  private final SplittableRandom random;
  private final LongAdder thrown;
  private final PeriodLedger ledger = new PeriodLedger();
  private final AtomicBoolean ticking = new AtomicBoolean();
  private final AtomicLong ticks = new AtomicLong();
  private volatile boolean overlapped;
  private TaskHandle handle;

  /**
   * Creates it.
   *
   * @param thrown counts the exceptions that it throws
   */
  SoakTask(String name, long seed, LongAdder thrown) {
    this.name = name;
    this.random = new SplittableRandom(seed);
    this.thrown = thrown;
  }

  void start(TickScheduler scheduler, Rate rate, LatePolicy policy) {
    handle = scheduler.start(name, rate, TaskOptions.defaults().latePolicy(policy), this);
  }

  String name() {
    return name;
  }

  void rate(Rate rate) {
    handle.rate(rate);
  }

  void stop() {
    handle.stop();
  }

  @Override
  public void tick(Tick tick) {
    overlapped |= !ticking.compareAndSet(false, true);
    try {
      if (random.nextDouble() < OVERRUNNING) {
        LockSupport.parkNanos((long) (4 * random.nextDouble() * tick.periodNs()));
      }
      if (random.nextDouble() < FAILING) {
        thrown.increment();
        throw new IllegalStateException("on purpose");
      }
    } finally {
      ticking.set(false);
    }
  }

  /** Takes in a tick after its end. */
  void account(Tick tick) {
    ledger.add(tick);
    ticks.incrementAndGet();
  }

  /** Waits for the next tick; false if there is none for that long. */
  boolean ticksOnce(long ns) {
    long before = ticks.get();
    long endNs = System.nanoTime() + ns;
    while (ticks.get() == before && System.nanoTime() - endNs < 0) {
      LockSupport.parkNanos(LOOK_NS);
    }
    return ticks.get() != before;
  }

  /** Returns the account; to be read when the scheduler is closed. */
  PeriodLedger ledger() {
    return ledger;
  }

  /** Returns what is wrong; empty if nothing is. To be called when the scheduler is closed. */
  String fault() {
    return overlapped ? name + ": two ticks at once" : ledger.fault();
  }
}
