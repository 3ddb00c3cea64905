package dev.jitterlab.idioms;

import dev.jitterlab.program.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * Threads that repeat the same operation from {@link #start} to {@link #end}, and count. Each looks
 * whether it is to end before every operation, and not only for that reason: see {@link
 * Counted#repeat}.
 */
final class Repetition {
  private static final int BATCH = 100;
  private static final long ENDING_MS = TimeUnit.SECONDS.toMillis(2);

  private final List<Counted> all = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean lasts = true;

  /** Prepares it. */
  Repetition(IdiomWork work, int threads) {
    SharedRandomIdiom shared = new SharedRandomIdiom();
    for (int i = 0; i < threads; i++) {
      all.add(new Counted(work.forThread(shared)));
    }
  }

  /** Prepares it for threads with an operation each. */
  Repetition(List<IntSupplier> operations) {
    operations.forEach(operation -> all.add(new Counted(operation)));
  }

  /** One thread's operations. Only that thread writes the counts; anybody may read them. */
  private static final class Counted {
    private final IntSupplier operation;
    private final AtomicLong operations = new AtomicLong();
    private final AtomicLong sum = new AtomicLong();

    Counted(IntSupplier operation) {
      this.operation = operation;
    }

    /**
     * Repeats until the end. The volatile field is read before every operation, of whatever work.
     * Else C2 unrolls a counted loop of operations and merges the locked sections of one round with
     * those of the next (lock coarsening), so that synchronized operations would take one lock for
     * several. It merges no sections across the barrier of a volatile read.
     */
    void repeat(Repetition repetition) {
      while (repetition.lasts) {
        long batch = 0;
        int done = 0;
        while (done < BATCH && repetition.lasts) {
          batch += operation.getAsInt();
          done++;
        }
        sum.lazySet(sum.get() + batch); // the results are used: no compiler may leave them out
        operations.lazySet(operations.get() + done);
      }
    }
  }

  void start() {
    ThreadFactory daemons = DaemonThreads.numbered("repeater-");
    all.forEach(one -> threads.add(daemons.newThread(() -> one.repeat(this))));
    threads.forEach(Thread::start);
  }

  /** How many operations all threads have done. */
  long operations() {
    return all.stream().mapToLong(one -> one.operations.get()).sum();
  }

  /**
   * Ends it.
   *
   * @return the sum of all results
   * @throws IllegalStateException if a thread does not end
   */
  long end() throws InterruptedException {
    lasts = false;
    for (Thread thread : threads) {
      thread.join(ENDING_MS);
      if (thread.isAlive()) {
        throw new IllegalStateException(thread.getName() + " does not end");
      }
    }
    return all.stream().mapToLong(one -> one.sum.get()).sum();
  }
}
