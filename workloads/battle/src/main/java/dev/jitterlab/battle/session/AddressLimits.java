package dev.jitterlab.battle.session;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * A rate limit for each address, without a port: ports cost an attacker nothing. Addresses are few,
 * so {@link KeyedLimits 4,096 limits} do for all. Of an IPv6 address the first 64 bits count, which
 * is what one customer has. Not thread-safe.
 */
public final class AddressLimits {
  private static final int BITS = 12;

  private final KeyedLimits limits;

  /** Allows so many a second from each address; {@code secret} is for the hash. */
  public AddressLimits(int perSecond, long secret, long nowNs) {
    this.limits = new KeyedLimits(BITS, secret, () -> new RateLimit(perSecond, nowNs));
  }

  /** Returns the limit of an address. */
  public RateLimit of(InetAddress address) {
    long key = address.hashCode(); // of an IPv4 address: the address
    if (address instanceof Inet6Address) {
      byte[] bytes = address.getAddress();
      key = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        key = (key << Byte.SIZE) | (bytes[i] & 0xFF);
      }
    }
    return limits.of(key);
  }
}
