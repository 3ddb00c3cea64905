package dev.jitterlab.tick;

/**
 * A clock that stands still until it is told to move, for tests without threads and without
 * waiting. Not thread-safe.
 */
public final class ManualClock implements NanoClock {
  private long nowNs;

  /** Creates a clock at {@code startNs}; a start near {@link Long#MAX_VALUE} tests overflow. */
  public ManualClock(long startNs) {
    this.nowNs = startNs;
  }

  @Override
  public long nanoTime() {
    return nowNs;
  }

  /** Moves the clock forward. */
  public void advance(long ns) {
    nowNs += ns;
  }

  /** Moves the clock forward to {@code deadlineNs}; does nothing when that is past. */
  public void advanceTo(long deadlineNs) {
    if (nowNs - deadlineNs < 0) {
      nowNs = deadlineNs;
    }
  }
}
