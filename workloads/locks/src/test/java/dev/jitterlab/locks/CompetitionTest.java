package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class CompetitionTest {
  private static final int THREADS = 4;

  private static Competition competition(Supplier<HotLock> kind) {
    return new Competition(THREADS, 2, kind, 20, 20);
  }

  private static void awaitAcquisitions(Competition competition, long each) throws Exception {
    for (Competitor competitor : competition.competitors()) {
      while (competitor.acquisitions() < each) {
        Thread.sleep(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LockKind.class)
  void everyKindKeepsItsSectionsApartAndLosesNoThread(LockKind kind) throws Exception {
    Competition competition = competition(kind.locks(2));
    competition.start();
    awaitAcquisitions(competition, 200);

    assertEquals(0, competition.end(), "lost sections");
    long all = 0;
    for (Competitor competitor : competition.competitors()) {
      long ended = 0;
      for (Ending ending : Ending.values()) {
        ended += competitor.ended(ending);
      }
      assertEquals(competitor.acquisitions(), ended, "each acquisition ended in one way");
      all += ended;
    }
    assertEquals(all, competition.takeWaits().getTotalCount(), "each wait is recorded once");
    assertEquals(0, competition.takeWaits().getTotalCount(), "and only once");
  }

  /** Its figures must not need a reading of every thread's file when they are asked for. */
  @Test
  void threadsReadTheirOwnContextSwitches() throws Exception {
    Competition competition = competition(LockKind.WAKE_ALL.locks(2));
    competition.start();
    awaitAcquisitions(competition, 200);
    assertEquals(0, competition.end());
    long switches = 0;
    for (Competitor competitor : competition.competitors()) {
      switches += competitor.switches().voluntary() + competitor.switches().forced();
    }
    assertEquals(Files.exists(Path.of("/proc/thread-self/status")), switches > 0);
  }

  /** What the first test would be worth without this. */
  @Test
  void whatIsNoLockLosesSections() throws Exception {
    long lost = 0;
    while (lost == 0) { // on a machine whose other CPU is busy, threads seldom meet
      Competition competition =
          competition(
              () ->
                  work -> {
                    work.run();
                    return Ending.UNKNOWN;
                  });
      competition.start();
      awaitAcquisitions(competition, 100_000);
      lost = competition.end();
    }

    assertTrue(lost > 0, "lost sections: " + lost);
  }

  /** The second lock never lets anybody go: all but one thread wait for it. */
  @Test
  void seesWhoWaitsForWhichLockAndForHowLong() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Queue<HotLock> locks =
        new ArrayDeque<>(
            List.of(
                LockKind.UNFAIR.locks(0).get(),
                new HotLock() {
                  private final HotLock inner = LockKind.FAIR.locks(0).get();

                  @Override
                  public Ending hold(Runnable work) {
                    return inner.hold(
                        () -> {
                          work.run();
                          awaitQuietly(end);
                        });
                  }
                }));
    Competition competition = competition(locks::remove);
    ConvoyFinder finder = new ConvoyFinder(2);
    ConvoyWatch watch = new ConvoyWatch(competition, finder, System.out::println);
    competition.start();
    while (competition.competitors().stream().filter(one -> one.asksFor() == 1).count()
        < THREADS - 1) {
      Thread.sleep(1);
    }
    watch.look();
    watch.look();
    watch.endWindow(System.nanoTime());
    long nowNs = System.nanoTime();
    long waiting =
        competition.competitors().stream()
            .filter(one -> one.takeLongestWait(nowNs + 60_000_000_000L) >= 60_000_000_000L)
            .count();
    Histogram waits = competition.takeWaitsWithLasting(nowNs + 60_000_000_000L);
    long lasting = waits.getCountBetweenValues(60_000_000_000L, waits.getMaxValue());
    end.countDown();
    long lost = competition.end();

    assertEquals(THREADS - 1, finder.waiting(1));
    assertEquals(0, finder.waiting(0), "nobody waits for the other");
    assertEquals(THREADS - 1, waiting, "a wait that lasts counts");
    assertEquals(THREADS - 1, lasting, "also among all waits");
    assertEquals(0, lost);
  }

  /** With many locks and long sections, a whole way through them takes minutes. */
  @Test
  void nobodyAsksForAnotherLockOnceItHasEnded() throws Exception {
    CountDownLatch hasFirst = new CountDownLatch(1);
    AtomicReference<Competition> running = new AtomicReference<>();
    Queue<HotLock> locks =
        new ArrayDeque<>(
            List.<HotLock>of(
                work -> {
                  work.run();
                  hasFirst.countDown();
                  while (running.get().lasts()) {
                    Thread.onSpinWait();
                  }
                  return Ending.UNKNOWN;
                },
                work -> {
                  awaitQuietly(new CountDownLatch(1)); // for ever
                  return Ending.UNKNOWN;
                }));
    Competition competition = new Competition(1, 2, locks::remove, 0, 0);
    running.set(competition);
    competition.start();
    hasFirst.await();

    assertEquals(0, competition.end());
    assertEquals(1, competition.acquisitions());
  }

  @Test
  void theEndWaitsForLongSections() {
    long steps = 100_000_000; // 0.1 s or more
    assertTrue(Competition.endingNs(64, steps) > 64 * steps, "they take turns");
  }

  @Test
  void namesAThreadThatALockHasLost() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch allWait = new CountDownLatch(THREADS);
    Competition competition =
        competition(
            () ->
                work -> {
                  allWait.countDown();
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return Ending.UNKNOWN;
                });
    competition.start();
    allWait.await(); // a thread that has not begun would just end

    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> competition.end());
    assertEquals("competitor-1 waits for a lock for ever", error.getMessage());
    never.countDown();
  }

  @Test
  void aHandOverNeverLetsAnotherIn() throws Exception {
    TieredLock lock = new TieredLock(0, 0, TieredLock.Release.HAND_OVER);
    List<String> order = new java.util.concurrent.CopyOnWriteArrayList<>();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () ->
                lock.hold(
                    () -> {
                      held.countDown();
                      awaitQuietly(release);
                    }));
    holder.start();
    held.await();
    Thread waiter = new Thread(() -> lock.hold(() -> order.add("waiter")));
    waiter.start();
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    release.countDown();
    holder.join();
    // The lock was never free: who comes now is behind the waiter, awake or not.
    Ending ending = lock.hold(() -> order.add("late"));
    waiter.join();

    assertEquals(List.of("waiter", "late"), order);
    assertTrue(ending == Ending.AT_ONCE || ending == Ending.BLOCK, ending.word());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void tellsHowAcquisitionsEnded() {
    TieredLock free = new TieredLock(5, 5, TieredLock.Release.WAKE_ALL);

    assertEquals(Ending.AT_ONCE, free.hold(() -> {}));
    assertEquals(Ending.AT_ONCE, free.hold(() -> {}), "it was released");
  }
}
