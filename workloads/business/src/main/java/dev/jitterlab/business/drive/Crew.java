package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that work until they are sent home: one terminal each. Started and ended by one thread;
 * the rest is thread-safe.
 */
final class Crew implements AutoCloseable {
  /** Terminals call little: with thousands of them, the usual stack would be the most of memory. */
  private static final long STACK_BYTES = 256 * 1024;

  private static final long ENDING_MS = TimeUnit.SECONDS.toMillis(2);

  /** What a thread does with its session until the crew goes home. */
  interface Work {
    /** Returns when {@link Crew#works} is false. */
    void workWith(Teller teller);
  }

  private final Office office;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean works = true;

  Crew(Office office) {
    this.office = office;
  }

  /**
   * Adds a terminal and starts it.
   *
   * @throws StoreException if the store or the system takes no more of them
   */
  void add(Work work) throws StoreException {
    start(prepare(work));
  }

  /** Adds a terminal with its session, which does not work yet. */
  Thread prepare(Work work) throws StoreException {
    StoreSession session = office.store().session();
    Thread thread =
        new Thread(null, () -> run(session, work), "terminal-" + (threads.size() + 1), STACK_BYTES);
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  /** Starts one that was prepared. */
  static void start(Thread terminal) throws StoreException {
    try {
      terminal.start();
    } catch (OutOfMemoryError e) { // not of the heap
      throw new StoreException(
          "the system gives no thread to another terminal: give fewer --terminals, or allow more"
              + " processes (ulimit -u)",
          e);
    }
  }

  private void run(StoreSession session, Work work) {
    office.allocated().begin();
    try {
      work.workWith(new Teller(session, office, System::nanoTime));
    } catch (OutOfMemoryError e) {
      office.heapIsFull(e);
    } catch (RuntimeException | Error e) {
      office.broken(e);
    } finally {
      session.close();
      office.allocated().end();
    }
  }

  /** Returns whether the terminals go on; none does in a full heap. */
  boolean works() {
    return works && !office.isHeapFull();
  }

  int size() {
    return threads.size();
  }

  /** Waits until then, or until the crew goes home. */
  void await(long dueNs) {
    long leftNs = dueNs - System.nanoTime();
    while (leftNs > 0 && works()) {
      LockSupport.parkNanos(this, leftNs);
      leftNs = dueNs - System.nanoTime();
    }
  }

  /** Sends all home, and waits a while for those that are in a transaction. */
  @Override
  public void close() {
    works = false;
    threads.forEach(LockSupport::unpark);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ENDING_MS);
    try {
      for (Thread thread : threads) {
        long leftNs = deadlineNs - System.nanoTime();
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
