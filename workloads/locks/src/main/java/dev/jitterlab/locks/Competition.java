package dev.jitterlab.locks;

import dev.jitterlab.program.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
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

  /** Beside that, for each thread: the others may have to run first. */
  private static final long ENDING_OF_EACH_MS = 10;

  /** A step takes less on any machine. */
  private static final long STEP_NS = 4;

  private static final long LOOK_MS = 20;

  private final List<GuardedWork> locks;
  private final List<Competitor> competitors;
  private final List<Thread> threads = new ArrayList<>();
  private final Histogram waits = new Histogram(2);
  private final long endingNs;
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
    endingNs = endingNs(threads, sectionSteps + outsideSteps);
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

  /**
   * For how long nobody gets a lock at the end before a thread counts as lost: all may have to work
   * outside and inside once more, one after the other.
   */
  static long endingNs(int threads, long stepsOfEach) {
    long eachNs = TimeUnit.MILLISECONDS.toNanos(ENDING_OF_EACH_MS) + stepsOfEach * STEP_NS;
    return TimeUnit.MILLISECONDS.toNanos(ENDING_MS) + threads * eachNs;
  }

  void start() {
    // A thread that a bad lock never lets go must not keep the JVM.
    ThreadFactory daemons = DaemonThreads.numbered("competitor-");
    competitors.forEach(one -> threads.add(daemons.newThread(() -> one.compete(this))));
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
   * The same, with the waits that last now, as long as they have lasted: a thread that gets no lock
   * shows.
   */
  Histogram takeWaitsWithLasting(long nowNs) {
    Histogram all = takeWaits();
    competitors.forEach(competitor -> competitor.addLastingWait(nowNs, all));
    return all;
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
    long seen = acquisitions();
    long deadlineNs = System.nanoTime() + endingNs;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        long now = acquisitions();
        if (now != seen) { // others go on, and this one has to wait for them
          seen = now;
          deadlineNs = System.nanoTime() + endingNs;
        } else if (System.nanoTime() - deadlineNs >= 0) {
          throw new IllegalStateException(thread.getName() + " waits for a lock for ever");
        }
        thread.join(LOOK_MS);
      }
    }
    return acquisitions() - locks.stream().mapToLong(GuardedWork::sections).sum();
  }
}
