package dev.jitterlab.battle.bot.link;

import dev.jitterlab.battle.Labelled;

/**
 * Impairments under a name, to compare runs by. The figures are round ones that we chose, not
 * measurements of any network.
 */
public enum NetworkProfile implements Labelled {
  /** Nothing is added to the real network. */
  NONE,
  /** 0.5 ± 0.1 ms one way. */
  LAN,
  /** 4 ± 1 ms; 0.2 % lost, two at a time; 0.05 % overtaken. */
  WIFI,
  /** 40 ± 10 ms; 1 % lost, four at a time; 0.5 % overtaken, 0.1 % twice. */
  MOBILE,
  /** 120 ± 30 ms; 5 % lost, four at a time; 2 % overtaken, 1 % twice. */
  BAD;

  private static final long MICROS = 1_000;

  /**
   * Returns the profile of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static NetworkProfile labelled(String label) {
    return Labelled.labelled(NetworkProfile.class, label, "--network is one of %2$s, not '%1$s'");
  }

  /** Returns what the network does to packets. */
  public Impairments impairments() {
    switch (this) {
      case NONE:
        return new Impairments(0, 0, 0, 0, 0, 0);
      case LAN:
        return new Impairments(MICROS * 500, MICROS * 100, 0, 0, 0, 0);
      case WIFI:
        return new Impairments(MICROS * 4_000, MICROS * 1_000, 0.002, 2, 0.0005, 0);
      case MOBILE:
        return new Impairments(MICROS * 40_000, MICROS * 10_000, 0.01, 4, 0.005, 0.001);
      case BAD:
        return new Impairments(MICROS * 120_000, MICROS * 30_000, 0.05, 4, 0.02, 0.01);
    }
    throw new AssertionError(this);
  }
}
