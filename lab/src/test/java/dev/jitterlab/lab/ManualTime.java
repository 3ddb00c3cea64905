package dev.jitterlab.lab;

/** Stands still until it is turned. */
public final class ManualTime implements Time {
  private long nowNs = Long.MAX_VALUE - 1_000; // overflows soon, as nanoTime may

  public void advanceMillis(long millis) {
    nowNs += millis * 1_000_000;
  }

  @Override
  public long nanoTime() {
    return nowNs;
  }

  @Override
  public double epochSeconds() {
    return 1000;
  }

  @Override
  public void sleepUntil(long deadlineNs) {
    nowNs = deadlineNs;
  }
}
