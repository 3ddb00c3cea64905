package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OverdueTicksTest {
  private static final Rate RATE = Rate.hz(100);

  private final OverdueTicks missed = new OverdueTicks();
  private final CountDownLatch behind = new CountDownLatch(4);

  /** The first tick overruns three periods, so that ticks 1 and 2 start too late. */
  private void overrunOnce(Tick tick) {
    long untilNs = tick.scheduledNs() + 4 * RATE.periodNs();
    while (tick.index() == 0 && System.nanoTime() - untilNs < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    behind.countDown();
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void countsTicksThatStartMoreThanAPeriodLate() throws InterruptedException {
    try (TickScheduler scheduler =
        TickSchedulers.named("scheduled-pool").threads(1).listener(missed).create()) {
      scheduler.start("overruns", RATE, this::overrunOnce);
      behind.await();
    }

    assertTrue(missed.count() >= 2, "missed " + missed.count());
  }
}
