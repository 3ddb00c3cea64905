package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.Grant;
import java.util.Locale;

/**
 * What session churn costs a server's event loop: a session that is opened, as each attempt was
 * before there were limits for a token and a player, and an attempt beyond the limits. In one
 * process, without a socket; the client's half is in both figures.
 */
final class HandshakeCost {
  private static final int ATTEMPTS = 20_000;
  private static final int ROUNDS = 5;
  private static final int CHURN_PER_SECOND = 2_500;
  private static final long MS = 1_000_000;
  private static final int ATTACKER = 60_001;

  private HandshakeCost() {}

  /** Prints microseconds by round; the last ones count. */
  public static void main(String[] arguments) {
    for (int round = 1; round <= ROUNDS; round++) {
      double opened = openedMicros();
      double refused = refusedMicros();
      System.out.printf(
          Locale.ROOT,
          "round %d: a session opened %.1f us, an attempt beyond the limits %.1f us; %d attempts a"
              + " second take %.1f %% and %.1f %% of the event loop%n",
          round,
          opened,
          refused,
          CHURN_PER_SECOND,
          opened * CHURN_PER_SECOND / 1e4,
          refused * CHURN_PER_SECOND / 1e4);
    }
  }

  private static double openedMicros() {
    try (OfflineServer server = new OfflineServer(2)) {
      Grant[] grants = new Grant[ATTEMPTS];
      for (int i = 0; i < ATTEMPTS; i++) {
        grants[i] = server.grant(1_000 + i);
      }
      int open = 0;
      long startNs = System.nanoTime();
      for (int i = 0; i < ATTEMPTS; i++) {
        server.pass(MS);
        open += server.open(grants[i], 10 + i) ? 1 : 0;
      }
      return micros(startNs, open, ATTEMPTS);
    }
  }

  private static double refusedMicros() {
    try (OfflineServer server = new OfflineServer(2)) {
      Grant grant = server.grant(1_000);
      while (server.open(grant, ATTACKER)) {
        // the sessions that a player may open
      }
      int refused = 0;
      long startNs = System.nanoTime();
      for (int i = 0; i < ATTEMPTS; i++) {
        refused += server.open(grant, ATTACKER) ? 0 : 1; // the clock stands still
      }
      return micros(startNs, refused, ATTEMPTS);
    }
  }

  private static double micros(long startNs, int asExpected, int attempts) {
    if (asExpected != attempts) {
      throw new AssertionError(asExpected + " of " + attempts + " went as they should");
    }
    return (System.nanoTime() - startNs) / 1e3 / attempts;
  }
}
