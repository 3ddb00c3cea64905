package dev.jitterlab.arena.world;

import java.util.Objects;

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

  /** Returns these and others together. */
  public Goods plus(Goods other) {
    return new Goods(
        given + other.given, taken + other.taken, gems + other.gems, coins + other.coins);
  }

  /** Returns what is left of these without others; what is missing is below zero. */
  public Goods minus(Goods other) {
    return new Goods(
        given - other.given, taken - other.taken, gems - other.gems, coins - other.coins);
  }

  /** Returns these with zero for what is below it. */
  public Goods withoutDebts() {
    return new Goods(Math.max(0, given), Math.max(0, taken), Math.max(0, gems), Math.max(0, coins));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Goods
        && given == ((Goods) other).given
        && taken == ((Goods) other).taken
        && gems == ((Goods) other).gems
        && coins == ((Goods) other).coins;
  }

  @Override
  public int hashCode() {
    return Objects.hash(given, taken, gems, coins);
  }

  @Override
  public String toString() {
    return "given " + given + ", taken " + taken + ", gems " + gems + ", coins " + coins;
  }
}
