package dev.jitterlab.battle.server.control;

/**
 * How many views of all its battles a server makes: so many a second, and at most as many at once.
 * Event loop only.
 */
final class ViewBudget {
  private static final long SECOND_NS = 1_000_000_000;

  private final long periodNs;
  private long allUsedAtNs;

  ViewBudget(int perSecond, long nowNs) {
    this.periodNs = SECOND_NS / perSecond;
    this.allUsedAtNs = nowNs - SECOND_NS;
  }

  /** Takes one; false when all are used up. */
  boolean tryTake(long nowNs) {
    if (nowNs - allUsedAtNs > SECOND_NS) {
      allUsedAtNs = nowNs - SECOND_NS;
    }
    if (nowNs - allUsedAtNs < periodNs) {
      return false;
    }
    allUsedAtNs += periodNs;
    return true;
  }
}
