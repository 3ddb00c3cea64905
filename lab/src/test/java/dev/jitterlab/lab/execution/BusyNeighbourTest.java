package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program is real. */
@Timeout(60)
class BusyNeighbourTest {
  private static final long LENGTH_NS = 150_000_000;

  /** Their processes are found by their word on the command line. */
  private static List<ProcessHandle> busy() {
    return ProcessHandle.current()
        .descendants()
        .filter(one -> one.info().commandLine().orElse("").contains("ulimit -t"))
        .toList();
  }

  @Test
  void endsByItself() throws Exception {
    BusyNeighbour.here().keepBusy(LENGTH_NS);
    assertEquals(List.of(), busy());
  }

  /** Persian has digits of its own, which a shell refuses. */
  @Test
  void isUnderstoodByTheShellInEveryLocale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("fa-IR"));
    try {
      new BusyNeighbour(false).keepBusy(LENGTH_NS);
    } finally {
      Locale.setDefault(before);
    }
    assertEquals(List.of(), busy());
  }

  /** Without a limit it would go on until it has used up its CPU time, and fail. */
  @Test
  void endsInTimeAlsoWhereItsTimeIsLessThanAMillisecond() throws Exception {
    new BusyNeighbour(false).keepBusy(400_000);
    assertEquals(List.of(), busy());
  }

  /** What keeps the CPUs busy would not let anything else end it. */
  @Test
  void endsWhenItsThreadIsInterrupted() throws Exception {
    BusyNeighbour neighbour = new BusyNeighbour(false); // else it would freeze the machine
    Thread keeping =
        new Thread(
            () -> {
              try {
                neighbour.keepBusy(60_000_000_000L);
              } catch (Exception e) {
                Thread.currentThread().interrupt();
              }
            });
    keeping.start();
    Set<ProcessHandle> seen = new HashSet<>();
    while (seen.isEmpty()) {
      seen.addAll(busy());
      Thread.onSpinWait();
    }
    keeping.interrupt();
    keeping.join();
    for (ProcessHandle one : seen) {
      one.onExit().get();
    }
    assertEquals(List.of(), busy());
  }

  /**
   * A thread that sleeps most of the time would get a CPU at once beside a program of its own
   * priority.
   */
  @Test
  void comesBeforeThreadsThatHaveJustWokenUp() throws Exception {
    BusyNeighbour neighbour = BusyNeighbour.here();
    assumeTrue(neighbour.isRealTime(), "needs `chrt --fifo 2 true`: the right to SCHED_FIFO");
    CountDownLatch hasBegun = new CountDownLatch(1);
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Long> waitedNs =
        CompletableFuture.supplyAsync(
            () -> {
              long before = runQueueNs();
              hasBegun.countDown();
              while (!isOver.get()) {
                LockSupport.parkNanos(1_000_000);
              }
              return runQueueNs() - before;
            });
    assertTrue(hasBegun.await(30, TimeUnit.SECONDS));
    neighbour.keepBusy(LENGTH_NS);
    isOver.set(true);
    long waited = waitedNs.get(30, TimeUnit.SECONDS);
    assertTrue(waited > LENGTH_NS / 2, () -> waited + " ns");
  }

  private static long runQueueNs() {
    return Long.parseLong(
        Unchecked.io(() -> Files.readString(Path.of("/proc/thread-self/schedstat"))).split(" ")[1]);
  }
}
