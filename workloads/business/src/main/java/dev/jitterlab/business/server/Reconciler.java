package dev.jitterlab.business.server;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.tick.NanoClock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Compares the books' sums again and again while transactions go on. What does not agree ends the
 * process: its figures are worth nothing.
 *
 * <p>Its thread is none of those that give way to others (their names begin with "jitterlab-"): it
 * holds locks that transactions wait for. Thread-safe.
 */
final class Reconciler {
  private final TransactionStore store;
  private final NanoClock clock;
  private final Consumer<List<String>> violated;
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong violations = new AtomicLong();
  private final AtomicLong takenNs = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();

  /**
   * Creates it.
   *
   * @param violated is told what does not agree
   */
  Reconciler(TransactionStore store, NanoClock clock, Consumer<List<String>> violated) {
    this.store = store;
    this.clock = clock;
    this.violated = violated;
  }

  /** Starts a thread that takes a turn in each period, until the latch opens. */
  void start(long periodMs, CountDownLatch end) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!end.await(periodMs, TimeUnit.MILLISECONDS)) {
                  turn();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "reconciler");
    thread.setDaemon(true);
    thread.start();
  }

  /** Compares once. */
  void turn() {
    long beganNs = clock.nanoTime();
    try {
      List<String> problems = store.reconcile(turns.get());
      if (!problems.isEmpty()) {
        violations.addAndGet(problems.size());
        violated.accept(problems);
      }
      turns.incrementAndGet();
    } catch (StoreException | OutOfMemoryError e) {
      failures.incrementAndGet(); // counted apart: nothing was compared
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
