package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import java.util.concurrent.CountDownLatch;

/** Goes on by what is slept; the regular rounds of samples never come. */
final class SteppedTime implements Time {
  private long nowNs = 1_000_000_000_000L;
  private double wallClockAheadSeconds;

  @Override
  public synchronized long nanoTime() {
    return nowNs;
  }

  @Override
  public synchronized double epochSeconds() {
    return nowNs / 1e9 + wallClockAheadSeconds;
  }

  /** Puts the wall clock that far ahead of where it would be; behind it if negative. */
  synchronized void setWallClock(double aheadSeconds) {
    wallClockAheadSeconds = aheadSeconds;
  }

  @Override
  public void sleepUntil(long deadlineNs) throws InterruptedException {
    if (Thread.currentThread().getName().equals("lab-scraper")) {
      new CountDownLatch(1).await();
    }
    advanceTo(deadlineNs);
  }

  private synchronized void advanceTo(long deadlineNs) {
    nowNs = Math.max(nowNs, deadlineNs);
  }
}
