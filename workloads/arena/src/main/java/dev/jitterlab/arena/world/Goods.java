package dev.jitterlab.arena.world;

/** What a fighter keeps when its player comes back: its counters and its goods. Immutable. */
public final class Goods {
  private final long given;
  private final long taken;
  private final int gems;
  private final int coins;

  /** Creates goods. */
  public Goods(long given, long taken, int gems, int coins) {
    this.given = given;
    this.taken = taken;
    this.gems = gems;
    this.coins = coins;
  }

  /** Returns what a fighter begins with. */
  public static Goods ofANewFighter() {
    return new Goods(0, 0, WorldRules.FIRST_GEMS, WorldRules.FIRST_COINS);
  }

  /** Returns the hits given. */
  public long given() {
    return given;
  }

  /** Returns the hits taken. */
  public long taken() {
    return taken;
  }

  /** Returns the gems. */
  public int gems() {
    return gems;
  }

  /** Returns the coins. */
  public int coins() {
    return coins;
  }

  Goods plus(Goods other) {
    return new Goods(
        given + other.given, taken + other.taken, gems + other.gems, coins + other.coins);
  }

  @Override
  public String toString() {
    return "given " + given + ", taken " + taken + ", gems " + gems + ", coins " + coins;
  }
}
