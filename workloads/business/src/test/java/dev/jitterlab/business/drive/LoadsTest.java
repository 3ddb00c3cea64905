package dev.jitterlab.business.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.business.memory.MemoryStore;
import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionMix;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.Wishes;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LoadsTest {
  private static final CompanySize SIZE = new CompanySize(1, 5, 50, 40);

  private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Receipt> acknowledged = new ConcurrentLinkedQueue<>();

  private Office office(TransactionStore store) {
    return new Office(
        store,
        SIZE,
        TransactionMix.parse("payment:1"),
        1,
        new TransactionTimes(),
        acknowledged::add,
        new Office.Complaints() {
          @Override
          public void failed(String why) {
            complaints.add(why);
          }

          @Override
          public void broken(Throwable defect) {
            complaints.add("broken: " + defect);
          }
        });
  }

  private static MemoryStore books() {
    return new MemoryStore(SIZE, new Catalogue(1, SIZE.products()));
  }

  /** Books that do something else instead of a transaction. */
  private static class OtherStore implements TransactionStore {
    private final StoreSession session;

    OtherStore(StoreSession session) {
      this.session = session;
    }

    @Override
    public StoreSession session() {
      return session;
    }

    @Override
    public int warehouses() {
      return 1;
    }

    @Override
    public void addWarehouse() {
      throw new OutOfMemoryError("no room, on purpose");
    }

    @Override
    public List<String> reconcile(long turn) {
      return List.of();
    }

    @Override
    public long retries() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private abstract static class OtherSession implements StoreSession {
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public void close() {}
  }

  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  /** All due at the begin, one nanosecond apart, and then none for ever. */
  private static Arrivals atOnce(int count) {
    return new Arrivals() {
      private int claimed;

      @Override
      public long nextNs() {
        claimed++;
        return claimed <= count ? claimed : TimeUnit.DAYS.toNanos(1);
      }
    };
  }

  /** Else a stall would have the times of those only that came through. */
  @Test
  void whatIsLeftOutCountsWithWhatItWaited() throws Exception {
    Office office = office(books());
    try (OpenLoad load = OpenLoad.start(office, atOnce(10), 1, 0)) {
      await(() -> office.times().overflow() == 10);
      assertTrue(load.claimed() >= 10);
    }
    assertEquals(0, office.times().completed());
    assertEquals(10, office.times().byTag().get("payment").get().getTotalCount());
    assertEquals(10, office.times().byTag().get(TransactionTimes.ALL).get().getTotalCount());
  }

  @Test
  void whatIsPlannedIsMadeOnceAndAcknowledged() throws Exception {
    Office office = office(books());
    try (OpenLoad load = OpenLoad.start(office, atOnce(100), 3, TimeUnit.HOURS.toNanos(1))) {
      await(() -> office.times().completed() == 100);
      await(() -> load.claimed() == 103);
    }
    assertEquals(100, acknowledged.size());
    assertEquals(0, office.times().overflow());
    assertEquals(
        100, office.times().byTag().get("payment").get().getTotalCount(), "each has its time");
    assertTrue(office.allocated().sum() > 0);
  }

  @Test
  void whatIsTooLateIsLeftOutAndCounted() throws Exception {
    Office office = office(books());
    try (OpenLoad load = OpenLoad.start(office, atOnce(100), 2, 0)) {
      await(() -> office.times().overflow() == 100);
      assertEquals(2, load.terminals());
    }
    assertEquals(0, office.times().completed());
    assertEquals(0, acknowledged.size());
  }

  /** A response time begins when the transaction was due, not when a terminal got to it. */
  @Test
  void waitingForATerminalIsAPartOfTheResponseTime() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    MemoryStore books = books();
    Office office =
        office(
            new OtherStore(
                new OtherSession() {
                  @Override
                  public Receipt execute(Wish wish) throws StoreException {
                    if (asked.getAndIncrement() == 0) {
                      try {
                        goOn.await();
                      } catch (InterruptedException e) {
                        throw new StoreException("interrupted", e);
                      }
                    }
                    return books.session().execute(wish);
                  }
                }));
    try (OpenLoad load = OpenLoad.start(office, atOnce(50), 1, TimeUnit.HOURS.toNanos(1))) {
      await(() -> load.claimed() == 1);
      long heldNs = System.nanoTime();
      Thread.sleep(20);
      goOn.countDown();
      heldNs = System.nanoTime() - heldNs;
      await(() -> office.times().completed() == 50);
      long least = office.times().byTag().get("transaction").get().getMinValue();
      assertTrue(least > heldNs / 2, "all waited " + heldNs + " ns, the quickest took " + least);
    }
  }

  /** What is due counts, not what a terminal got to: a store that hangs keeps no objective. */
  @Test
  void aLevelThatTheStoreDoesNotMakeIsMissed() throws Exception {
    MemoryStore books = books();
    Office office =
        office(
            new OtherStore(
                new OtherSession() {
                  @Override
                  public Receipt execute(Wish wish) throws StoreException {
                    LockSupport.park(this); // until all are sent home
                    return books.session().execute(wish);
                  }
                }));
    LiveOffice live =
        new LiveOffice(office, 1, 0, 99, 1, TimeUnit.HOURS.toNanos(1), 1, new CountDownLatch(1));
    CapacitySearch.Level level =
        live.level(1_000, TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.MILLISECONDS.toNanos(50));

    assertFalse(new CapacitySearch.Rules(99, Long.MAX_VALUE, 1, 1, 1, 1).isKept(level));
  }

  @Test
  void aStoreThatFailsIsCountedAndToldOfOnce() throws Exception {
    Office office =
        office(
            new OtherStore(
                new OtherSession() {
                  @Override
                  public Receipt execute(Wish wish) throws StoreException {
                    throw new StoreException("no number " + asked.incrementAndGet(), null);
                  }
                }));
    try (ClosedLoad load = new ClosedLoad(office, 0)) {
      load.add(0, 1);
      await(
          () -> office.times().failures(dev.jitterlab.business.trade.TransactionKind.PAYMENT) > 3);
    }
    assertEquals(List.of("payment: no number 1"), List.copyOf(complaints));
    assertEquals(0, office.times().completed());
  }

  @Test
  void theEndIsCollectedWithoutTheReserve() {
    Office office = office(books());
    office.fillHeap(100);
    long unused = new LiveOffice(office, 1, 0, 99, 0, 0, 0, new CountDownLatch(1)).endAndCollect();
    assertFalse(office.hasReserve());
  }

  /** What was due while sessions opened would be late before anybody could work. */
  @Test
  void thePlanBeginsWhenAllTerminalsHaveTheirSessions() throws Exception {
    AtomicLong lastNs = new AtomicLong();
    OtherStore store =
        new OtherStore(null) {
          @Override
          public StoreSession session() {
            lastNs.set(System.nanoTime());
            return books().session();
          }
        };
    try (OpenLoad load = OpenLoad.start(office(store), atOnce(1), 3, 1)) {
      assertTrue(load.zeroNs() - lastNs.get() >= 0);
    }
  }

  @Test
  void aFullHeapIsAResultAndADefectIsNot() throws Exception {
    OtherSession full =
        new OtherSession() {
          @Override
          public Receipt execute(Wish wish) {
            throw new OutOfMemoryError("on purpose");
          }
        };
    Office office = office(new OtherStore(full));
    office.fillHeap(100);
    assertTrue(office.hasReserve());
    try (ClosedLoad load = new ClosedLoad(office, 0)) {
      load.add(0, 1);
      await(office::isHeapFull);
    }
    assertEquals(List.of(), List.copyOf(complaints));
    assertFalse(office.hasReserve(), "it is free for what ends the run");

    Office usual = office(new OtherStore(full));
    try (ClosedLoad load = new ClosedLoad(usual, 0)) {
      load.add(0, 1);
      await(() -> !complaints.isEmpty());
    }
    assertEquals("broken: java.lang.OutOfMemoryError: on purpose", complaints.poll());

    OtherSession broken =
        new OtherSession() {
          @Override
          public Receipt execute(Wish wish) {
            throw new IllegalStateException("a defect");
          }
        };
    Office other = office(new OtherStore(broken));
    try (ClosedLoad load = new ClosedLoad(other, 0)) {
      load.add(0, 1);
      await(() -> !complaints.isEmpty());
    }
    assertEquals("broken: java.lang.IllegalStateException: a defect", complaints.peek());
  }

  @Test
  void terminalsThatThinkWaitForTheirAnswers() throws Exception {
    Office office = office(books());
    try (ClosedLoad load = new ClosedLoad(office, 1000)) {
      load.add(0, 5);
      await(() -> office.times().completed() > 200);
      assertEquals(5, load.terminals());
    }
    long made = office.times().completed();
    assertEquals(made, acknowledged.size(), "none goes on when all are sent home");
    assertEquals(List.of(), List.copyOf(complaints));
  }

  private static void awaitNow(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A terminal that waits while both accounts are read: Flight Recorder's, and our own. */
  @Test
  void flightRecorderSaysTheSameOfWhatATerminalAllocates(@TempDir Path folder) throws Exception {
    Office office = office(books());
    CountDownLatch ready = new CountDownLatch(1);
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Path file = folder.resolve("recording.jfr");
    long own;
    try (Crew crew = new Crew(office);
        Recording recording = new Recording()) {
      crew.add(
          teller -> {
            Wishes wishes = office.wishes();
            ready.countDown();
            awaitNow(begin);
            for (int i = 0; i < 20_000; i++) {
              teller.serve(wishes.next(0, 1), System.nanoTime());
            }
            done.countDown();
            awaitNow(end);
          });
      ready.await();
      recording.enable("jdk.ThreadAllocationStatistics").with("period", "everyChunk");
      recording.start();
      long before = office.allocated().sum();
      begin.countDown();
      done.await();
      own = office.allocated().sum() - before;
      recording.stop();
      recording.dump(file);
      end.countDown();
    }
    LongSummaryStatistics allocated =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().endsWith("ThreadAllocationStatistics"))
            .filter(event -> "terminal-1".equals(event.getThread("thread").getJavaName()))
            .mapToLong(event -> event.getLong("allocated"))
            .summaryStatistics();

    assertTrue(allocated.getCount() >= 2, "at the begin and at the end");
    assertTrue(own > 20_000L * 50, "so little: " + own);
    assertEquals(allocated.getMax() - allocated.getMin(), own, 0.02 * own);
  }
}
