package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import java.util.concurrent.CountDownLatch;

/** Goes on by what is slept; the regular rounds of samples never come. */
final class SteppedTime implements Time {
  private long nowNs = 1_000_000_000_000L;

  @Override
  public synchronized long nanoTime() {
    return nowNs;
  }

  @Override
  public double epochSeconds() {
    return nanoTime() / 1e9;
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
