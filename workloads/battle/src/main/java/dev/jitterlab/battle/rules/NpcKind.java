package dev.jitterlab.battle.rules;

/** What the server's own fighters are. */
public enum NpcKind {
  /** Slow and tough, shoots rockets and slams the ground; {@link BossMode} sets its health. */
  BOSS(0, 1_000, 2_500, 3_000, 3_000, 2_000, Weapon.ROCKET, 0),
  /** Runs after players and shoots at them. */
  MINION(1, 400, 4_000, 1_500, 40, 800, Weapon.RIFLE, 8_000),
  /** Guards a place of the escort's path. */
  SENTRY(2, 500, 2_000, 6_000, 80, 500, Weapon.RIFLE, 12_000);

  private final int code;
  private final int radius;
  private final int speed;
  private final int keepsAway;
  private final int maxHealth;
  private final int reloadMillis;
  private final Weapon weapon;
  private final int respawnMillis;

  NpcKind(
      int code,
      int radius,
      int speed,
      int keepsAway,
      int maxHealth,
      int reloadMillis,
      Weapon weapon,
      int respawnMillis) {
    this.code = code;
    this.radius = Fixed.ofUnits(radius);
    this.speed = speed;
    this.keepsAway = Fixed.ofUnits(keepsAway);
    this.maxHealth = maxHealth;
    this.reloadMillis = reloadMillis;
    this.weapon = weapon;
    this.respawnMillis = respawnMillis;
  }

  /** Returns the number of the kind, as the protocol has it. */
  public int code() {
    return code;
  }

  /** Returns the greatest health of the kind. */
  public int maxHealth() {
    return maxHealth;
  }

  /** Returns the radius in units. */
  public int radiusUnits() {
    return Fixed.toUnits(radius);
  }

  /** Returns the radius, fixed-point. */
  int radius() {
    return radius;
  }

  int speed() {
    return speed;
  }

  /** Returns the distance (fixed-point) below which it comes no nearer to its target. */
  int keepsAway() {
    return keepsAway;
  }

  int reloadMillis() {
    return reloadMillis;
  }

  Weapon weapon() {
    return weapon;
  }

  /** Returns after what time one that died is back; 0 for never. */
  int respawnMillis() {
    return respawnMillis;
  }
}
