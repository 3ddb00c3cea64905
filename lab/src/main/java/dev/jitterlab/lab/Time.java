package dev.jitterlab.lab;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The clocks and the waiting of a run, so that tests can turn them by hand. Thread-safe. */
public interface Time {
  /** Monotonic nanoseconds; only differences mean something. */
  long nanoTime();

  /** The wall clock in seconds since the epoch: what files and samples are stamped with. */
  double epochSeconds();

  /** Waits until {@link #nanoTime} has reached the deadline; returns at once if it has. */
  void sleepUntil(long deadlineNs) throws InterruptedException;

  /** The machine's own clocks. */
  static Time system() {
    return new Time() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public double epochSeconds() {
        Instant now = Instant.now();
        return now.getEpochSecond() + now.getNano() / 1e9;
      }

      @Override
      public void sleepUntil(long deadlineNs) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(deadlineNs - System.nanoTime());
      }
    };
  }
}
