package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every scheduler promises, on real threads. */
class TickSchedulersTest {
  static Stream<String> names() {
    return TickSchedulers.availableNames().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void ticksManyTasksInOrderWithoutOverlap(String name) throws InterruptedException {
    int tasks = 50;
    CountDownLatch done = new CountDownLatch(tasks);
    AtomicInteger wrong = new AtomicInteger();
    try (TickScheduler scheduler = TickSchedulers.named(name).create()) {
      for (int i = 0; i < tasks; i++) {
        scheduler.start("t" + i, Rate.hz(500), new OrderedTask(20, wrong, done));
      }
      assertEquals(tasks, scheduler.activeTasks());
      done.await();
    }

    assertEquals(0, wrong.get());
  }

  @ParameterizedTest
  @MethodSource("names")
  void ticksTheOthersOnWhenOneFails(String name) throws InterruptedException {
    CountDownLatch healthy = new CountDownLatch(10);
    CountDownLatch failed = new CountDownLatch(1);
    TickSchedulers schedulers =
        TickSchedulers.named(name)
            .threads(1)
            .onFailure(
                (tick, failure) -> {
                  failed.countDown();
                  return FailureHandler.Decision.STOP;
                });
    try (TickScheduler scheduler = schedulers.create()) {
      TaskHandle broken =
          scheduler.start(
              "broken",
              Rate.hz(500),
              tick -> {
                throw new IllegalStateException();
              });
      failed.await();
      scheduler.start("healthy", Rate.hz(500), tick -> healthy.countDown());
      healthy.await();

      assertTrue(broken.isStopped());
      assertEquals(1, scheduler.failedTicks());
      assertEquals(1, scheduler.activeTasks());
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void stopsEverythingOnClose(String name) throws InterruptedException {
    TickScheduler scheduler = TickSchedulers.named(name).create();
    CountDownLatch ticked = new CountDownLatch(1);
    TaskHandle task = scheduler.start("t", Rate.hz(500), tick -> ticked.countDown());
    ticked.await();
    scheduler.close();

    assertTrue(task.isStopped());
    assertEquals(0, scheduler.activeTasks());
    assertThrows(IllegalStateException.class, () -> scheduler.start("u", Rate.hz(1), tick -> {}));
  }

  @ParameterizedTest
  @MethodSource("names")
  void interruptsATickThatDoesNotEndOnClose(String name) throws InterruptedException {
    TickScheduler scheduler = TickSchedulers.named(name).create();
    CountDownLatch inTick = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    scheduler.start(
        "stuck",
        Rate.hz(500),
        tick -> {
          inTick.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    inTick.await();
    scheduler.close();

    interrupted.await();
  }

  @Test
  void namesWhatItKnowsWhenAskedForSomethingElse() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> TickSchedulers.named("pool"));

    assertEquals(
        "no scheduler pool; there are"
            + " [thread-per-task, scheduled-pool, virtual-threads, partitioned]",
        e.getMessage());
    assertTrue(TickSchedulers.availableNames().contains(TickSchedulers.DEFAULT_NAME));
  }

  @Test
  void namesTheJdkThatVirtualThreadsNeed() {
    TickSchedulers virtual = TickSchedulers.named("virtual-threads");
    if (Runtime.version().feature() >= 21) {
      virtual.create().close();
    } else {
      IllegalStateException e = assertThrows(IllegalStateException.class, virtual::create);
      assertTrue(e.getMessage().contains("needs JDK 21 or later"), e.getMessage());
    }
  }

  /** Counts ticks that come out of order, overlap, or do not see what the one before wrote. */
  private static final class OrderedTask implements TickTask {
    private final int ticks;
    private final AtomicInteger wrong;
    private final CountDownLatch done;
    private long next; // not volatile: the scheduler owes the visibility
    private boolean running;

    OrderedTask(int ticks, AtomicInteger wrong, CountDownLatch done) {
      this.ticks = ticks;
      this.wrong = wrong;
      this.done = done;
    }

    @Override
    public void tick(Tick tick) {
      if (running || tick.index() != next) {
        wrong.incrementAndGet();
      }
      running = true;
      next++;
      if (next == ticks) {
        done.countDown();
      }
      running = false;
    }
  }
}
