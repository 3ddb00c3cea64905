package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WaiterTest {
  private static final long MS = 1_000_000;
  private static final double SHARE = 0.03;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 40 * MS);
  private final FakeParker parker = new FakeParker(clock);

  private Waiter waiter(Waiting waiting, SpinBudget budget) {
    return new Waiter(waiting, clock, parker, budget);
  }

  @Test
  void sleepsOnWhenItsThreadIsInterrupted() {
    int[] parks = {0};
    Parker real =
        new Parker() {
          @Override
          public void park(long ns) { // as LockSupport does
            parks[0]++;
            clock.advance(Thread.currentThread().isInterrupted() ? 500 : ns);
          }

          @Override
          public void spin() {
            throw new AssertionError("spins");
          }
        };
    Thread.currentThread().interrupt();
    new Waiter(Waiting.PARK, clock, real, new SpinBudget(SHARE, clock.nanoTime()))
        .await(clock.nanoTime() + MS, () -> false);

    assertFalse(Thread.interrupted());
    assertEquals(2, parks[0]);
  }

  /** A worker that runs long batches has many waits that are too short for a sleep. */
  @Test
  void learnsFromItsSleepsAndNotFromWaitsWithoutOne() {
    Waiter waiter = waiter(Waiting.PARK_SPIN, new SpinBudget(1, clock.nanoTime()));
    parker.overshootNs = 300_000; // above what a margin begins with
    long lateNs = 0;
    for (int round = 0; round < 300; round++) {
      long deadlineNs = clock.nanoTime() + 50 * MS;
      waiter.await(deadlineNs, () -> false);
      lateNs = clock.nanoTime() - deadlineNs;
      for (int i = 0; i < 249; i++) {
        waiter.await(clock.nanoTime() + 200, () -> false);
      }
    }

    assertTrue(lateNs < 100, lateNs + " ns late");
  }

  @Property
  void neverReturnsBeforeTheDeadline(
      @ForAll Waiting waiting,
      @ForAll long startNs,
      @ForAll @Size(max = 20) List<@LongRange(min = -900_000, max = 900_000) Long> overshootsNs) {
    ManualClock anyStart = new ManualClock(startNs); // also just before the clock overflows
    FakeParker anyParker = new FakeParker(anyStart);
    Waiter waiter =
        new Waiter(waiting, anyStart, anyParker, new SpinBudget(SHARE, anyStart.nanoTime()));
    for (long overshootNs : overshootsNs) {
      anyParker.overshootNs = overshootNs; // negative: the sleep ends early, as parks may
      long deadlineNs = anyStart.nanoTime() + MS;
      waiter.await(deadlineNs, () -> false);

      assertTrue(anyStart.nanoTime() - deadlineNs >= 0);
    }
  }

  @Property(tries = 100)
  void keepsTheBudgetAtAnyRateAndOvershoot(
      @ForAll @LongRange(min = 10_000, max = 20 * MS) long periodNs,
      @ForAll @LongRange(min = 0, max = 1_500_000) long overshootNs,
      @ForAll @IntRange(min = 1, max = 3) int workers) {
    ManualClock anyClock = new ManualClock(0);
    FakeParker anyParker = new FakeParker(anyClock);
    anyParker.overshootNs = overshootNs;
    SpinBudget budget = new SpinBudget(SHARE, 0);
    Waiter[] waiters = new Waiter[workers];
    for (int i = 0; i < workers; i++) {
      SpinBudget part = budget.part(workers);
      waiters[i] = new Waiter(Waiting.PARK_SPIN, anyClock, anyParker, part);
    }
    for (int i = 0; i < 2_000; i++) {
      waiters[i % workers].await(anyClock.nanoTime() + periodNs, () -> false);
    }

    double allowedNs = SHARE * (anyClock.nanoTime() + 100 * MS) + SpinMargin.HIGHEST_NS;
    assertTrue(budget.spunNs() <= allowedNs, budget.spunNs() + " > " + allowedNs);
  }

  @Test
  void learnsTheOvershootSoThatTicksStartOnTime() {
    Waiter waiter = waiter(Waiting.PARK_SPIN, new SpinBudget(1, clock.nanoTime()));
    parker.overshootNs = 400_000; // above what a margin begins with
    long lateNs = 0;
    for (int i = 0; i < 200; i++) {
      long deadlineNs = clock.nanoTime() + 50 * MS;
      waiter.await(deadlineNs, () -> false);
      lateNs = clock.nanoTime() - deadlineNs;
    }

    assertTrue(lateNs < 100, lateNs + " ns late after 200 waits");
  }

  @Test
  void unlearnsAnOvershootThatIsOver() {
    SpinMargin margin = new SpinMargin();
    for (int i = 0; i < 100; i++) {
      margin.learn(400_000);
    }
    assertTrue(margin.ns() >= 390_000, margin.ns() + " ns");
    for (int i = 0; i < 3_000; i++) {
      margin.learn(20_000);
    }

    assertTrue(margin.ns() < 25_000, margin.ns() + " ns");
  }

  @Test
  void isNotThrownOffByOneLongOvershoot() {
    SpinMargin margin = new SpinMargin();
    margin.learn(1_000 * MS);

    assertTrue(margin.ns() <= SpinMargin.INITIAL_NS * 9 / 8, margin.ns() + " ns");
  }

  @Test
  void restsAtThe99thPercentile() {
    SpinMargin margin = new SpinMargin();
    long exceeded = 0;
    for (int i = 0; i < 200_000; i++) {
      long overshootNs = 20_000 + (i * 7_919L) % 100_000; // even between 20 and 120 µs
      if (i >= 100_000 && overshootNs > margin.ns()) {
        exceeded++;
      }
      margin.learn(overshootNs);
    }

    assertEquals(0.01, exceeded / 100_000.0, 0.005);
  }

  @Test
  void spinsForNothingThatIsNotDueWithinTheMargin() {
    Waiter waiter = waiter(Waiting.PARK_SPIN, new SpinBudget(1, clock.nanoTime() - 100 * MS));
    waiter.await(clock.nanoTime() + 3_600_000 * MS, () -> true);
    waiter.awaitRoughly(clock.nanoTime() + MS, () -> false);

    assertEquals(0, parker.spins);
    assertEquals(1, parker.parks);
  }

  @Test
  void shortensEverySpinWhenTheBudgetIsShort() {
    SpinBudget budget = new SpinBudget(SHARE, 0);

    assertEquals(60_000, budget.limitNs(60_000, 100 * MS), "all saved");
    budget.spent(2_250_000);
    assertEquals(30_000, budget.limitNs(60_000, 100 * MS), "half of the half");
    budget.spent(750_000);
    assertEquals(0, budget.limitNs(60_000, 100 * MS));
    assertEquals(3_000_000, budget.spunNs());
    assertEquals(60_000, budget.limitNs(60_000, 200 * MS), "earned again");
  }

  /** One wakes each millisecond and wants more than there is, the other one 20 times a second. */
  @Test
  void oneWorkersManySpinsDoNotShortenAnothersFew() {
    SpinBudget budget = new SpinBudget(SHARE, 0);
    SpinBudget many = budget.part(2);
    SpinBudget few = budget.part(2);
    long nowNs = 0;
    for (int i = 0; i < 5_000; i++) {
      nowNs += MS;
      many.spent(Math.max(0, many.limitNs(400_000, nowNs) - 29_000));
    }

    assertTrue(few.limitNs(350_000, nowNs) >= 134_000, few.limitNs(350_000, nowNs) + " ns");
    assertTrue(many.limitNs(400_000, nowNs) < 70_000, many.limitNs(400_000, nowNs) + " ns");
  }

  /** While the other one was idle, it spent twice its part for a minute. */
  @Test
  void aWorkerOwesNothingForWhatTheWholeGaveIt() {
    SpinBudget budget = new SpinBudget(SHARE, 0);
    SpinBudget many = budget.part(2);
    SpinBudget few = budget.part(2);
    long nowNs = 0;
    for (int i = 0; i < 60_000; i++) {
      nowNs += MS;
      few.spent(few.limitNs(29_000, nowNs));
    }
    for (int i = 0; i < 5_000; i++) {
      nowNs += MS;
      many.spent(Math.max(0, many.limitNs(400_000, nowNs) - 29_000));
    }

    assertTrue(few.limitNs(350_000, nowNs) >= 134_000, few.limitNs(350_000, nowNs) + " ns");
  }

  @Test
  void refusesABudgetThatIsNoShareOfACore() {
    assertThrows(IllegalArgumentException.class, () -> new SpinBudget(-0.1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SpinBudget(1.1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SpinBudget(Double.NaN, 0));
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    Waiter waiter = waiter(Waiting.PARK_SPIN, new SpinBudget(SHARE, clock.nanoTime()));
    for (int i = 0; i < 200_000; i++) {
      waiter.await(clock.nanoTime() + 100_000, () -> false);
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 200_000; i++) {
      waiter.await(clock.nanoTime() + 100_000, () -> false);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 100_000, bytes + " bytes in 200,000 waits");
  }
}
