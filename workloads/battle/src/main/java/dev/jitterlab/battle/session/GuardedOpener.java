package dev.jitterlab.battle.session;

import dev.jitterlab.battle.session.PacketOpener.Opening;

/**
 * Opens the packets of one session on the server, and bounds what forged ones cost: a decryption
 * that fails costs microseconds, since the JDK says so by an exception. A session whose address
 * sends more forged packets than its {@link ForgeryBudget} allows has only a sample of its packets
 * opened, until the budget has recovered. An address can be spoofed, so whoever sends the forged
 * ones must not be able to lock the session's owner out: a sample is enough to keep the session,
 * and all that it costs the owner. What can be refused without any decryption costs no budget. Not
 * thread-safe.
 */
public final class GuardedOpener {
  private final PacketOpener opener;
  private final ForgeryBudget budget;
  private final RateLimit own;

  /** Guards an opener by the server's budget, with a share of its own. */
  public GuardedOpener(PacketOpener opener, ForgeryBudget budget, long nowNs) {
    this.opener = opener;
    this.budget = budget;
    this.own = new RateLimit(ForgeryBudget.SESSION_PER_SECOND, nowNs);
  }

  /** Does what {@link PacketOpener#open} does, unless the packet is passed over. */
  public Opening open(byte[] datagram, int bytes, byte[] message, long nowNs) {
    Opening seen = opener.inspect(datagram, bytes);
    if (seen != Opening.OK) {
      return seen;
    }
    if (!budget.admits(own, nowNs)) {
      return Opening.PASSED_OVER;
    }
    Opening opening = opener.decrypt(datagram, bytes, message);
    if (opening == Opening.FORGED) {
      budget.spend(own, nowNs);
    }
    return opening;
  }

  /** Returns the size of the last message that was opened. */
  public int messageBytes() {
    return opener.messageBytes();
  }
}
