package dev.jitterlab.tick;

/** Those of a thread whose counters move only when the test says so. */
final class FakeCounters implements ThreadCounters {
  long cpuNs;
  long delayNs = 77_000_000; // from before the scheduler
  int readings;
  boolean broken;
  boolean closed;

  @Override
  public long cpuNs() {
    return broken ? -1 : cpuNs;
  }

  @Override
  public long runQueueDelayNs() {
    readings++;
    return delayNs;
  }

  @Override
  public void close() {
    closed = true;
  }
}
