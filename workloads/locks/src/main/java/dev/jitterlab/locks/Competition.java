package dev.jitterlab.locks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Threads that compete for the same locks, from {@link #start} to {@link #end}. */
final class Competition {
  /** All threads together read their context switches a hundred times a second. */
  private static final long SWITCHES_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final long ENDING_MS = TimeUnit.SECONDS.toMillis(2);

  private final List<GuardedWork> locks;
  private final List<Competitor> competitors;
  private final List<Thread> threads = new ArrayList<>();
  private final Histogram waits = new Histogram(2);
  private volatile boolean lasts = true;

  /**
   * Prepares it.
   *
   * @param kind makes the hot locks
   * @param sectionSteps the work while a lock is held
   * @param outsideSteps the work before each lock
   */
  Competition(
      int threads, int hotLocks, Supplier<HotLock> kind, long sectionSteps, long outsideSteps) {
    locks =
        Stream.generate(() -> new GuardedWork(kind.get(), sectionSteps))
            .limit(hotLocks)
            .collect(Collectors.toUnmodifiableList());
    competitors =
        IntStream.range(0, threads)
            .mapToObj(
                i ->
                    new Competitor(
                        locks, outsideSteps, threads * SWITCHES_EVERY_NS, i * SWITCHES_EVERY_NS))
            .collect(Collectors.toUnmodifiableList());
  }

  void start() {
    for (Competitor competitor : competitors) {
      Thread thread =
          new Thread(() -> competitor.compete(this), "competitor-" + (threads.size() + 1));
      thread.setDaemon(true); // a thread that a bad lock never lets go must not keep the JVM
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  boolean lasts() {
    return lasts;
  }

  int hotLocks() {
    return locks.size();
  }

  /** How often a thread has had a lock, all threads together. */
  long acquisitions() {
    return competitors.stream().mapToLong(Competitor::acquisitions).sum();
  }

  /** The threads' figures, in the order of the threads. */
  List<Competitor> competitors() {
    return competitors;
  }

  /** The waits since the last call, in nanoseconds, valid until the next; for one reader. */
  Histogram takeWaits() {
    waits.reset();
    competitors.forEach(competitor -> competitor.takeWaits(waits));
    return waits;
  }

  /**
   * Ends it.
   *
   * @return how many sections the locks failed to keep apart: counted by the threads, and lost in
   *     the counts that the locks guard; 0 for sound locks
   * @throws IllegalStateException if a thread does not end: a lock has lost it
   */
  long end() throws InterruptedException {
    lasts = false;
    long deadlineMs = System.currentTimeMillis() + ENDING_MS + 10L * threads.size();
    for (Thread thread : threads) {
      thread.join(Math.max(1, deadlineMs - System.currentTimeMillis()));
      if (thread.isAlive()) {
        throw new IllegalStateException(thread.getName() + " waits for a lock for ever");
      }
    }
    return acquisitions() - locks.stream().mapToLong(GuardedWork::sections).sum();
  }
}
