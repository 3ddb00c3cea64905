package dev.jitterlab.battle.rules;

/**
 * The figures of a battle, converted to ticks for one tick rate: the same game at 20 and at 128 Hz.
 * Lengths per tick are fixed-point (1/256 unit). Immutable and thread-safe.
 */
public final class BattleRules {
  /** The most players a battle can have. */
  public static final int MAX_PLAYERS = 10;

  /** The fewest players a battle goes on with. */
  public static final int MIN_PLAYERS = 2;

  /** A fighter is a circle of this radius, in units. */
  public static final int FIGHTER_RADIUS = 500;

  /** The speed that a fighter runs at, in units per second. */
  public static final int RUN_SPEED = 6_000;

  /** The health of a fresh fighter. */
  public static final int MAX_HEALTH = 100;

  /** How many projectiles of one fighter can be in the air at once. */
  public static final int MAX_PROJECTILES_EACH = 8;

  /** The slowest tick rate. */
  public static final int MIN_TICKS_PER_SECOND = 1;

  /** The fastest tick rate. */
  public static final int MAX_TICKS_PER_SECOND = 1_000;

  /** The rarest physics: a tick of it for as many ticks of the battle. */
  public static final int MAX_PHYSICS_EVERY = 100;

  static final int RADIUS = Fixed.ofUnits(FIGHTER_RADIUS);
  static final int PACK_HEALTH = 40;
  static final int PACK_REACH = Fixed.ofUnits(900);

  private static final int ACCELERATION = 30_000;
  private static final int TOP_SPEED = 20_000;

  private final int ticksPerSecond;
  private final int timeLimitTicks;
  private final int scoreLimit;
  private final int physicsEvery;

  /**
   * Makes the rules, with physics at every tick.
   *
   * @param ticksPerSecond 1 to 1,000
   * @param timeLimitTicks how long a battle lasts at most
   * @param scoreLimit the kills that end it earlier
   */
  public BattleRules(int ticksPerSecond, int timeLimitTicks, int scoreLimit) {
    this(ticksPerSecond, timeLimitTicks, scoreLimit, 1);
  }

  private BattleRules(int ticksPerSecond, int timeLimitTicks, int scoreLimit, int physicsEvery) {
    if (ticksPerSecond < MIN_TICKS_PER_SECOND || ticksPerSecond > MAX_TICKS_PER_SECOND) {
      throw new IllegalArgumentException("a battle ticks at 1 to 1000 Hz, not " + ticksPerSecond);
    }
    if (timeLimitTicks < 1 || scoreLimit < 1) {
      throw new IllegalArgumentException(
          "a battle needs limits above 0, not " + timeLimitTicks + " ticks and " + scoreLimit);
    }
    this.ticksPerSecond = ticksPerSecond;
    this.timeLimitTicks = timeLimitTicks;
    if (physicsEvery < 1 || physicsEvery > MAX_PHYSICS_EVERY) {
      throw new IllegalArgumentException(
          "physics run at every tick to every 100th, not every " + physicsEvery);
    }
    this.scoreLimit = scoreLimit;
    this.physicsEvery = physicsEvery;
  }

  /** Returns the same game at another tick rate: its longest duration in seconds stays. */
  public BattleRules atRate(int otherTicksPerSecond) {
    if (otherTicksPerSecond == ticksPerSecond) {
      return this;
    }
    long limit = (long) timeLimitTicks * otherTicksPerSecond / ticksPerSecond;
    return new BattleRules(otherTicksPerSecond, (int) Math.max(1, limit), scoreLimit, physicsEvery);
  }

  /**
   * Returns the same game with the physics of things at a divisor of the tick rate: the multi-tick
   * system of the thesis, section 3.2.4.
   *
   * @param ticks how many ticks one of the physics stands for, 1 to {@link #MAX_PHYSICS_EVERY}
   */
  public BattleRules physicsEvery(int ticks) {
    return new BattleRules(ticksPerSecond, timeLimitTicks, scoreLimit, ticks);
  }

  /** Returns how many ticks one of the physics stands for. */
  public int physicsEvery() {
    return physicsEvery;
  }

  /** Returns the ticks in a second of the game. */
  public int ticksPerSecond() {
    return ticksPerSecond;
  }

  /** Returns how many ticks a battle lasts at most. */
  public int timeLimitTicks() {
    return timeLimitTicks;
  }

  /** Returns the kills that end a battle before its time. */
  public int scoreLimit() {
    return scoreLimit;
  }

  int runSpeedPerTick() {
    return perTick(RUN_SPEED);
  }

  int topSpeedPerTick() {
    return perTick(TOP_SPEED);
  }

  int accelerationPerTick() {
    return Math.max(1, perTick(ACCELERATION) / ticksPerSecond);
  }

  int perTick(int unitsPerSecond) {
    return Fixed.ofUnits(unitsPerSecond) / ticksPerSecond;
  }

  int perSecond(int fixedPerTick) {
    return Fixed.toUnits(fixedPerTick * ticksPerSecond);
  }

  int respawnTicks() {
    return ticks(3_000);
  }

  int shieldTicks() {
    return ticks(1_000);
  }

  int packTicks() {
    return ticks(10_000);
  }

  int restTicksBeforeHealing() {
    return ticks(4_000);
  }

  int ticksPerHealedPoint() {
    return ticks(250);
  }

  /** Returns the ticks of a time span, rounded up, at least one. */
  int ticks(int millis) {
    return Math.max(1, (millis * ticksPerSecond + 999) / 1_000);
  }
}
