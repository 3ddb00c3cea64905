package dev.jitterlab.arena.server;

import dev.jitterlab.arena.wire.WireFormat;

/** How many messages a client may send: a rate, and some at once. For one thread. */
final class MessageBudget {
  private static final int AT_ONCE = 60;
  private static final double NS_PER_MESSAGE = 1e9 / WireFormat.MOST_MESSAGES_A_SECOND;

  private double saved = AT_ONCE;
  private long lastNs;

  MessageBudget(long nowNs) {
    lastNs = nowNs;
  }

  boolean take(long nowNs) {
    saved = Math.min(AT_ONCE, saved + (nowNs - lastNs) / NS_PER_MESSAGE);
    lastNs = nowNs;
    if (saved < 1) {
      return false;
    }
    saved--;
    return true;
  }
}
