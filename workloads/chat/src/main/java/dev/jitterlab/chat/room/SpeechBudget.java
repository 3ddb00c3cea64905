package dev.jitterlab.chat.room;

/** How many messages a user may say: a rate, and one second's worth at once. For one thread. */
final class SpeechBudget {
  private final int perSecond;
  private final double nsPerMessage;
  private double saved;
  private long lastNs;

  /**
   * Creates a full budget.
   *
   * @param perSecond 0 for no limit
   */
  SpeechBudget(int perSecond, long nowNs) {
    this.perSecond = perSecond;
    this.nsPerMessage = perSecond == 0 ? 0 : 1e9 / perSecond;
    this.saved = perSecond;
    this.lastNs = nowNs;
  }

  boolean take(long nowNs) {
    if (perSecond == 0) {
      return true;
    }
    saved = Math.min(perSecond, saved + (nowNs - lastNs) / nsPerMessage);
    lastNs = nowNs;
    if (saved < 1) {
      return false;
    }
    saved--;
    return true;
  }
}
