package dev.jitterlab.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.periodic.PeerScheduler;
import dev.jitterlab.periodic.PeerTask;
import dev.jitterlab.periodic.PeerTasks;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeerEntrantsTest {
  private static final int TASKS = 20;
  private static final int TICKS = 5;

  static Stream<PeerScheduler> peers() {
    return ServiceLoader.load(PeerScheduler.class).stream().map(ServiceLoader.Provider::get);
  }

  @Test
  void areFoundByTheirNames() {
    assertEquals(
        List.of("netty-event-loop", "netty-wheel", "agrona-wheel", "barrier", "earliest-first"),
        peers().map(PeerScheduler::name).toList());
  }

  /** A tick before its time would make a peer look better than it is. */
  @ParameterizedTest
  @MethodSource("peers")
  void runEveryTaskAgainAndAgainNeverBeforeItIsDueAndEnd(PeerScheduler peer) throws Exception {
    CountDownLatch ticked = new CountDownLatch(TASKS * TICKS);
    AtomicInteger early = new AtomicInteger();
    AtomicInteger ticks = new AtomicInteger();
    List<PeerTask> tasks =
        PeerTasks.of(
            TASKS,
            100,
            tick -> {
              ticks.incrementAndGet();
              early.addAndGet(tick.driftNs() < -RESOLUTION_NS ? 1 : 0);
              ticked.countDown();
            });

    AutoCloseable running = peer.start(tasks, 2);
    assertTrue(ticked.await(30, TimeUnit.SECONDS), ticked.getCount() + " ticks are missing");
    running.close();

    int atTheEnd = ticks.get();
    assertEquals(0, early.get(), "ticks began before they were due");
    tasks.forEach(task -> assertTrue(task.nextNs() > 0));
    assertEquals(atTheEnd, ticks.get(), "ticks after the end");
  }

  /** Agrona's wheel rounds up to its resolution; Netty's to a millisecond. */
  private static final long RESOLUTION_NS = 2_000_000;
}
