package dev.jitterlab.tick;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives each thread of a scheduler its {@link ThreadTimes}, or says why there are none.
 * Thread-safe.
 */
final class ThreadTimesSource {
  /** Each thread has a file open: a thread per task would take all that a process may open. */
  static final int MOST_THREADS = 256;

  private final Optional<String> path;
  private final AtomicInteger open = new AtomicInteger();
  private volatile String whyOff;

  private ThreadTimesSource(Optional<String> path, String whyOff) {
    this.path = path;
    this.whyOff = whyOff;
  }

  /** Returns one that gives none, for that reason. */
  static ThreadTimesSource off(String why) {
    return new ThreadTimesSource(Optional.empty(), why);
  }

  /** Returns one that reads that file, tried out on the calling thread. */
  static ThreadTimesSource of(String path) {
    try {
      Schedstat.open(path).close();
      return new ThreadTimesSource(Optional.of(path), "");
    } catch (IOException e) {
      return off(e.getMessage());
    }
  }

  /** Opens those of the calling thread, which closes them. */
  ThreadTimes open(NanoClock clock) {
    if (path.isEmpty()) {
      return ThreadTimes.OFF;
    }
    if (open.incrementAndGet() > MOST_THREADS) {
      open.decrementAndGet();
      whyOff = "only the first " + MOST_THREADS + " threads have them";
      return ThreadTimes.OFF;
    }
    try {
      return new ThreadTimes(new Counted(Schedstat.open(path.get())), clock.nanoTime());
    } catch (IOException e) {
      open.decrementAndGet();
      whyOff = e.getMessage();
      return ThreadTimes.OFF;
    }
  }

  /** Returns why there are none, or not on all threads; empty if there are. */
  Optional<String> whyOff() {
    return Optional.of(whyOff).filter(why -> !why.isEmpty());
  }

  /** Counts the open files, and keeps what went wrong. */
  private final class Counted implements ThreadCounters {
    private final ThreadCounters counters;

    Counted(ThreadCounters counters) {
      this.counters = counters;
    }

    @Override
    public long cpuNs() {
      return checked(counters.cpuNs());
    }

    @Override
    public long runQueueDelayNs() {
      return checked(counters.runQueueDelayNs());
    }

    private long checked(long ns) {
      if (ns < 0) {
        whyOff = "a thread's counters can no longer be read";
      }
      return ns;
    }

    @Override
    public void close() {
      counters.close();
      open.decrementAndGet();
    }
  }
}
