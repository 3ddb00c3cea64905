package dev.jitterlab.battle.rules;

/** What lies or rolls around in the arena. */
public enum PropKind {
  /** Rolls when pushed or thrown, bounces, and hurts the boss and its minions. */
  BOULDER(0, 700, true, true),
  /** Is picked up by touching it. */
  CRYSTAL(1, 300, true, false),
  /** Moves along its path by itself and pushes fighters aside. */
  CART(2, 900, false, true);

  private final int code;
  private final int radius;
  private final boolean movable;
  private final boolean solid;

  PropKind(int code, int radius, boolean movable, boolean solid) {
    this.code = code;
    this.radius = Fixed.ofUnits(radius);
    this.movable = movable;
    this.solid = solid;
  }

  /** Returns the number of the kind, as the protocol has it. */
  public int code() {
    return code;
  }

  /** Returns the radius in units. */
  public int radiusUnits() {
    return Fixed.toUnits(radius);
  }

  /** Returns the radius, fixed-point. */
  int radius() {
    return radius;
  }

  /** Returns whether forces move it. */
  boolean isMovable() {
    return movable;
  }

  /** Returns whether it stops fighters and projectiles. */
  boolean isSolid() {
    return solid;
  }
}
