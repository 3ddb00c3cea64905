package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ParkerTest {
  /** Sleeps like any thread, and keeps account. */
  private static final class Accountant implements Parker {
    final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    final AtomicInteger ends = new AtomicInteger();
    final AtomicInteger unparks = new AtomicInteger();

    @Override
    public void park(long ns) {
      callers.add(Thread.currentThread());
      LockSupport.parkNanos(this, ns);
    }

    @Override
    public void spin() {
      callers.add(Thread.currentThread());
    }

    @Override
    public void unpark(Thread worker) {
      unparks.incrementAndGet();
      LockSupport.unpark(worker);
    }

    @Override
    public void end() {
      callers.add(Thread.currentThread());
      ends.incrementAndGet();
    }
  }

  @Test
  void passesTheTimeOfTheOneWorkerUntilItsEnd() throws InterruptedException {
    Accountant parker = new Accountant();
    Set<Thread> ticking = ConcurrentHashMap.newKeySet();
    CountDownLatch ticks = new CountDownLatch(3);
    try (LocklessScheduler scheduler =
        TickSchedulers.named("lockless").threads(1).parker(parker).createLockless()) {
      TaskHandle unused =
          scheduler.spawn(
              "task",
              1_000_000,
              turn -> {
                ticking.add(Thread.currentThread());
                ticks.countDown();
                turn.again(1_000_000);
              });
      assertTrue(ticks.await(60, TimeUnit.SECONDS));
      assertEquals(0, parker.ends.get());
    }
    assertEquals(1, parker.ends.get());
    assertTrue(parker.unparks.get() >= 1, "the close wakes the worker");
    assertEquals(ticking, parker.callers);
    assertNotSame(Thread.currentThread(), ticking.iterator().next());
  }

  @Test
  void isNotSharedByThreads() {
    TickSchedulers schedulers =
        TickSchedulers.named("lockless").threads(2).parker(new Accountant());
    assertThrows(IllegalStateException.class, schedulers::createLockless);
  }
}
