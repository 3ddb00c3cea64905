package dev.jitterlab.tick;

import java.util.Objects;

/**
 * The periods that are over and whose own tick has not begun, of tasks that live. No listener was
 * told of them yet: that happens when the next tick ends, and a tick loop that hangs never gets
 * there. Immutable.
 */
public final class WaitingPeriods {
  /** No period waits. */
  public static final WaitingPeriods NONE = new WaitingPeriods(0, 0);

  private final long count;
  private final long leastNs;

  private WaitingPeriods(long count, long leastNs) {
    this.count = count;
    this.leastNs = leastNs;
  }

  /**
   * Those of one task.
   *
   * @param leastNs how long each of them waits at least
   */
  public static WaitingPeriods of(long count, long leastNs) {
    return count <= 0 ? NONE : new WaitingPeriods(count, leastNs);
  }

  /** Returns these and others. */
  public WaitingPeriods plus(WaitingPeriods others) {
    if (count == 0 || others.count == 0) {
      return count == 0 ? others : this;
    }
    return new WaitingPeriods(count + others.count, Math.min(leastNs, others.leastNs));
  }

  /** Returns how many they are. */
  public long count() {
    return count;
  }

  /** Returns how long each of them has waited at least: the shortest period; 0 if there is none. */
  public long leastNs() {
    return leastNs;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WaitingPeriods
        && count == ((WaitingPeriods) other).count
        && leastNs == ((WaitingPeriods) other).leastNs;
  }

  @Override
  public int hashCode() {
    return Objects.hash(count, leastNs);
  }

  @Override
  public String toString() {
    return count + " periods wait for at least " + leastNs + " ns each";
  }
}
