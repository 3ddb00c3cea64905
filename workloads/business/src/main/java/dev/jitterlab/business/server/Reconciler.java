package dev.jitterlab.business.server;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Compares the books' sums again and again while transactions go on. What does not agree ends the
 * process: its figures are worth nothing. So does a comparison that fails {@value #MOST_FAILURES}
 * times in a row: nobody would know whether the books agree.
 *
 * <p>Its thread is none of those that give way to others (their names begin with "jitterlab-"): it
 * holds locks that transactions wait for. Thread-safe.
 */
final class Reconciler {
  private static final int MOST_FAILURES = 10;

  private final TransactionStore store;
  private final NanoClock clock;
  private final Consumer<List<String>> violated;
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong violations = new AtomicLong();
  private final AtomicLong takenNs = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final AtomicInteger failuresInARow = new AtomicInteger();

  /**
   * Creates it.
   *
   * @param violated is told what does not agree, or why nobody can tell
   */
  Reconciler(TransactionStore store, NanoClock clock, Consumer<List<String>> violated) {
    this.store = store;
    this.clock = clock;
    this.violated = violated;
  }

  /** Starts a thread that takes a turn in each period, until the latch opens. */
  void start(long periodMs, CountDownLatch end) {
    DaemonThreads.start(
        "reconciler",
        () -> {
          try {
            while (!end.await(periodMs, TimeUnit.MILLISECONDS)) {
              boolean unused = turn();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /**
   * Compares for the last time, and again if that failed.
   *
   * @param mayBeGone whether the books are in a database that is ended together with this process:
   *     then it tries once, and that nobody can compare them any more is no fault of theirs
   */
  void last(boolean mayBeGone) {
    int tries = mayBeGone ? 1 : MOST_FAILURES;
    boolean isCompared = false;
    for (int i = 0; i < tries && !isCompared; i++) {
      isCompared = turn();
    }
  }

  /** Compares once; false if that failed. */
  boolean turn() {
    long beganNs = clock.nanoTime();
    try {
      List<String> problems = store.reconcile(turns.get());
      if (!problems.isEmpty()) {
        violations.addAndGet(problems.size());
        violated.accept(problems);
      }
      turns.incrementAndGet();
      failuresInARow.set(0);
      return true;
    } catch (OutOfMemoryError e) { // what fills the heap on purpose ends soon
      failures.incrementAndGet();
      return false;
    } catch (StoreException | RuntimeException e) {
      failures.incrementAndGet();
      if (failuresInARow.incrementAndGet() == MOST_FAILURES) {
        violated.accept(
            List.of("comparing them failed " + MOST_FAILURES + " times in a row: " + e));
      }
      return false;
    } finally {
      takenNs.addAndGet(clock.nanoTime() - beganNs);
    }
  }

  long turns() {
    return turns.get();
  }

  long violations() {
    return violations.get();
  }

  long failures() {
    return failures.get();
  }

  long takenNs() {
    return takenNs.get();
  }
}
