package dev.jitterlab.battle.rules;

/** What a fighter shoots with. */
public enum Weapon {
  /** Fast and straight, hurts whom it hits. */
  RIFLE(0, 20_000, 1_200, 200, 12, 0, 0, 300),
  /** Slow, bursts where it ends and hurts and throws back everyone near. */
  ROCKET(1, 12_000, 2_500, 2_500, 40, 2_500, 9_000, 0);

  private final int code;
  private final int speed;
  private final int flightMillis;
  private final int reloadMillis;
  private final int damage;
  private final int blastRadius;
  private final int blastSpeed;
  private final int spread;

  Weapon(
      int code,
      int speed,
      int flightMillis,
      int reloadMillis,
      int damage,
      int blastRadius,
      int blastSpeed,
      int spread) {
    this.code = code;
    this.speed = speed;
    this.flightMillis = flightMillis;
    this.reloadMillis = reloadMillis;
    this.damage = damage;
    this.blastRadius = blastRadius;
    this.blastSpeed = blastSpeed;
    this.spread = spread;
  }

  /** Returns the number of the weapon, as the protocol has it. */
  public int code() {
    return code;
  }

  /** Returns the projectile's speed in units per second. */
  public int speed() {
    return speed;
  }

  /** Returns the bit that this weapon's trigger has in an input's buttons. */
  public int button() {
    return 1 << code;
  }

  int flightTicks(BattleRules rules) {
    return rules.ticks(flightMillis);
  }

  int reloadTicks(BattleRules rules) {
    return rules.ticks(reloadMillis);
  }

  /** Returns the damage of a hit, for a blast in its centre. */
  int damage() {
    return damage;
  }

  boolean isBlast() {
    return blastRadius > 0;
  }

  int blastRadius() {
    return Fixed.ofUnits(blastRadius);
  }

  /** Returns the speed in units per second that a blast gives to whom it hits in its centre. */
  int blastSpeed() {
    return blastSpeed;
  }

  /** Returns the greatest deviation of a shot, as an angle. */
  int spread() {
    return spread;
  }
}
