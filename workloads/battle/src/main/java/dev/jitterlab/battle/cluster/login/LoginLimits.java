package dev.jitterlab.battle.cluster.login;

import dev.jitterlab.battle.session.AddressLimits;
import dev.jitterlab.battle.session.NamedLimits;
import java.net.InetAddress;
import java.util.SplittableRandom;

/**
 * How often one may try to log in. Only failures count for an address, so that the players behind
 * one address do not stand in one another's way. Beyond that limit a sample is still looked at, so
 * that nobody can lock the others out. Only successes count for an account, so that nobody can lock
 * a player out who is not that player. Event loop only.
 */
final class LoginLimits {
  /** False identities from one address: so many at once, and then a second. */
  static final int FAILURES_PER_SECOND = 10;

  /** Beyond that, one identity in so many is looked at, drawn at random. */
  static final int SAMPLE = 16;

  /** Logins of one account: so many at once. */
  static final int LOGINS_AT_ONCE = 5;

  /** After which there may be one more. */
  static final long LOGIN_PERIOD_NS = 10_000_000_000L;

  /** So many accounts are remembered, those that logged in last. */
  private static final int ACCOUNTS = 100_000;

  private final AddressLimits failures;
  private final SplittableRandom choice;
  private final NamedLimits accounts = new NamedLimits(ACCOUNTS, LOGIN_PERIOD_NS, LOGINS_AT_ONCE);

  /** {@code secret} is for a hash of addresses, and {@code seed}, a secret too, for samples. */
  LoginLimits(long secret, long seed, long nowNs) {
    this.failures = new AddressLimits(FAILURES_PER_SECOND, secret, nowNs);
    this.choice = new SplittableRandom(seed);
  }

  /** Returns whether the signature of an identity from that address is looked at. */
  boolean maySourceTry(InetAddress source, long nowNs) {
    return failures.of(source).has(1, nowNs) || choice.nextInt(SAMPLE) == 0;
  }

  /** Counts a false identity. */
  void failed(InetAddress source, long nowNs) {
    boolean unused = failures.of(source).tryTake(nowNs);
  }

  /** Returns whether an account may have one more ticket, and counts it if so. */
  boolean tryAccount(String account, long nowNs) {
    return accounts.tryTake(account, nowNs);
  }

  /** Counts the last one of an account no more: the store did not answer, so there is no ticket. */
  void giveBack(String account) {
    accounts.giveBack(account);
  }
}
