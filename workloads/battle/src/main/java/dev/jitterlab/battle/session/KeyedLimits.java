package dev.jitterlab.battle.session;

import java.util.function.Supplier;

/**
 * A rate limit for each of any number of keys, in a fixed table: an attacker cannot make it grow.
 * Keys whose hashes meet share a limit; the hash has a secret, so that nobody can choose whom to
 * share a limit with. Not thread-safe.
 */
final class KeyedLimits {
  private final RateLimit[] limits;
  private final int shift;
  private final long secret;

  /** Makes a table of 2 to the power of {@code bits} limits. */
  KeyedLimits(int bits, long secret, Supplier<RateLimit> full) {
    this.limits = new RateLimit[1 << bits];
    this.shift = Long.SIZE - bits;
    this.secret = secret;
    for (int i = 0; i < limits.length; i++) {
      limits[i] = full.get();
    }
  }

  /** Returns the limit that the key has, perhaps with others. */
  RateLimit of(long key) {
    // The finaliser of MurmurHash3 (Appleby), twice around the secret.
    return limits[(int) (mix(mix(key ^ secret) + secret) >>> shift)];
  }

  private static long mix(long value) {
    long mixed = value;
    mixed = (mixed ^ (mixed >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ (mixed >>> 33);
  }
}
