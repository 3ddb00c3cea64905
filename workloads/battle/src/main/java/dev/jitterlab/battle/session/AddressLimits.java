package dev.jitterlab.battle.session;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * A rate limit for each address that strangers send from, without a port: ports cost an attacker
 * nothing. A fixed table, so an attacker cannot make it grow; addresses whose keyed hashes meet
 * share a limit. Of an IPv6 address the first 64 bits count, which is what one customer has. Not
 * thread-safe.
 */
public final class AddressLimits {
  private static final int SLOT_BITS = 12;
  private static final int SLOTS = 1 << SLOT_BITS;

  private final RateLimit[] limits = new RateLimit[SLOTS];
  private final long hashKey;

  /** Uses a secret for the hash, so that nobody can choose whom to share a limit with. */
  public AddressLimits(int perSecond, long hashKey, long nowNs) {
    this.hashKey = hashKey;
    for (int i = 0; i < SLOTS; i++) {
      limits[i] = new RateLimit(perSecond, nowNs);
    }
  }

  /** Returns whether one more packet from there is within the limit, and counts it if so. */
  public boolean tryTake(InetAddress address, long nowNs) {
    return limits[slotOf(address)].tryTake(nowNs);
  }

  private int slotOf(InetAddress address) {
    long value = address.hashCode(); // of an IPv4 address: the address
    if (address instanceof Inet6Address) {
      byte[] bytes = address.getAddress();
      value = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        value = (value << Byte.SIZE) | (bytes[i] & 0xFF);
      }
    }
    // The finaliser of MurmurHash3 (Appleby), twice around the secret.
    return (int) (mix(mix(value ^ hashKey) + hashKey) >>> (Long.SIZE - SLOT_BITS));
  }

  private static long mix(long value) {
    long mixed = value;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
