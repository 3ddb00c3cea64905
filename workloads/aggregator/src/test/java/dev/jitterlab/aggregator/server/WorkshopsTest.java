package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jitterlab.aggregator.page.FailingPlan;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A request that nobody ends would keep its client and its place among those under way. */
class WorkshopsTest {
  private final OutOfMemoryError full = new OutOfMemoryError("the heap is full");
  private final BlockingQueue<Throwable> ends = new ArrayBlockingQueue<>(9);

  private Throwable end() throws InterruptedException {
    Throwable end = ends.poll(60, TimeUnit.SECONDS);
    assertEquals(0, ends.size(), "it ends once");
    return end;
  }

  @Test
  void anErrorWhileRenderingEndsTheRequest() throws Exception {
    try (LoopWorkshop loop = new LoopWorkshop();
        WaitingWorkshop pool = WaitingWorkshop.pool(1, 1)) {
      loop.work(FailingPlan.whileRendering(full), (answer, failure) -> ends.add(failure));
      assertSame(full, end());
      pool.work(FailingPlan.whileRendering(full), (answer, failure) -> ends.add(failure));
      assertSame(full, end());
    }
  }

  @Test
  void anErrorBeforeAnythingWasAskedForEndsItToo() throws Exception {
    try (LoopWorkshop loop = new LoopWorkshop();
        WaitingWorkshop pool = WaitingWorkshop.pool(1, 1)) {
      assertThrows(
          OutOfMemoryError.class,
          () -> loop.work(FailingPlan.atOnce(full), (answer, failure) -> ends.add(failure)),
          "its caller ends it");
      pool.work(FailingPlan.atOnce(full), (answer, failure) -> ends.add(failure));
      assertSame(full, end());
    }
  }

  /** As at SIGTERM under load; else the log would end with the failure of a request. */
  @Test
  void aRequestThatIsGivenUpAtTheEndIsNoFailure() throws Exception {
    CompletableFuture<Thread> asked = new CompletableFuture<>();
    WaitingWorkshop pool = WaitingWorkshop.pool(1, 1);
    pool.work(FailingPlan.withoutParts(asked), (answer, failure) -> ends.add(failure));
    Thread waits = asked.get(60, TimeUnit.SECONDS);
    pool.close();
    waits.join(60_000);

    assertFalse(waits.isAlive());
    assertEquals(0, ends.size());
  }
}
