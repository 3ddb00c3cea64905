package dev.jitterlab.arena.world;

/** The numbers of a world. Lengths are in map units, times in nanoseconds. Immutable. */
public final class WorldRules {
  /** The side of the square world. */
  public static final float SIZE = 4_096;

  /** The radius of a fighter. */
  public static final float RADIUS = 14;

  /** How far a fighter walks in a second. */
  static final float SPEED = 190;

  /** How far a bolt flies in a second, and altogether. */
  static final float BOLT_SPEED = 620;

  static final float BOLT_RANGE = 760;

  /** How far the cone attack reaches, and half of its angle in radians. */
  public static final float CONE_REACH = 130;

  static final double CONE_HALF_ANGLE = Math.toRadians(40);

  /** How near two fighters must be to trade. */
  static final float TRADE_REACH = 120;

  static final long BOLT_COOLDOWN_NS = 450_000_000;
  static final long CONE_COOLDOWN_NS = 900_000_000;
  static final long TRADE_COOLDOWN_NS = 500_000_000;

  /** For how long others see that a fighter used its cone, or was hit. */
  static final long SHOWN_NS = 250_000_000;

  /** What a fighter that has never played owns. */
  static final int FIRST_GEMS = 10;

  static final int FIRST_COINS = 10;

  private final int terrainElements;
  private final int sightElements;
  private final long boltPeriodNs;
  private final int readsCheckedEvery;

  /**
   * Creates rules of a world that checks no reads.
   *
   * @see #WorldRules(int, int, long, int)
   */
  public WorldRules(int terrainElements, int sightElements, long boltPeriodNs) {
    this(terrainElements, sightElements, boltPeriodNs, 0);
  }

  /**
   * Creates rules.
   *
   * @param terrainElements array elements that each fighter's update processes: load that grows
   *     with the number of fighters
   * @param sightElements array elements that it processes for every other fighter: load that grows
   *     with the square
   * @param boltPeriodNs time between two updates of an attack
   * @param readsCheckedEvery of this many updates of a fighter, {@link ReadErrors} checks one; 0
   *     for none
   */
  public WorldRules(
      int terrainElements, int sightElements, long boltPeriodNs, int readsCheckedEvery) {
    this.terrainElements = terrainElements;
    this.sightElements = sightElements;
    this.boltPeriodNs = boltPeriodNs;
    this.readsCheckedEvery = readsCheckedEvery;
  }

  int terrainElements() {
    return terrainElements;
  }

  int sightElements() {
    return sightElements;
  }

  long boltPeriodNs() {
    return boltPeriodNs;
  }

  /**
   * Returns whether {@link ReadErrors} checks what a fighter reads in its update of that number.
   */
  boolean checksReadsOf(long update) {
    return readsCheckedEvery > 0 && update % readsCheckedEvery == 0;
  }
}
