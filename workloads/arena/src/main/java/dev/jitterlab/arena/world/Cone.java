package dev.jitterlab.arena.world;

/** The attack before a fighter: a one-shot task that hits everybody in its area. */
final class Cone extends Attack {
  private final float x;
  private final float y;
  private final double angle;

  Cone(World world, Fighter attacker, float x, float y, double angle) {
    super(world, attacker, "cone");
    this.x = x;
    this.y = y;
    this.angle = angle;
  }

  @Override
  long act(long nowNs) {
    for (Fighter other : world.fighters()) {
      if (other != attacker && isInside(other.contact().position())) {
        boolean unused = hit(other); // if it cannot be told, it is counted
      }
    }
    return report();
  }

  private boolean isInside(long position) {
    float dx = Positions.x(position) - x;
    float dy = Positions.y(position) - y;
    float reach = WorldRules.CONE_REACH + WorldRules.RADIUS;
    if (dx * dx + dy * dy > reach * reach) {
      return false;
    }
    double off = Math.atan2(dy, dx) - angle;
    return Math.abs(Math.IEEEremainder(off, 2 * Math.PI)) <= WorldRules.CONE_HALF_ANGLE;
  }
}
