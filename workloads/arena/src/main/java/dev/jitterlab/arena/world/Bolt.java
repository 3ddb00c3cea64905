package dev.jitterlab.arena.world;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A projectile: short-lived, flies straight ahead, hits one fighter or reaches the end of its
 * range.
 */
final class Bolt extends Attack {
  private static final VarHandle X = field("x");
  private static final VarHandle Y = field("y");

  private final int heading;
  private final float towardsX;
  private final float towardsY;
  private final float firstX;
  private final float firstY;
  private float x;
  private float y;
  private long firedNs;
  private boolean flies;

  private static VarHandle field(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(Bolt.class, name, float.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  Bolt(World world, Fighter attacker, float x, float y, double angle) {
    super(world, attacker, "bolt");
    this.heading = attacker.heading();
    this.towardsX = (float) Math.cos(angle);
    this.towardsY = (float) Math.sin(angle);
    this.firstX = x;
    this.firstY = y;
    this.x = x;
    this.y = y;
  }

  void showTo(ClientView view) {
    view.bolt((float) X.getOpaque(this), (float) Y.getOpaque(this), heading);
  }

  @Override
  long act(long nowNs) {
    checkWrite();
    if (!flies) {
      flies = true;
      firedNs = nowNs;
      return world.rules().boltPeriodNs();
    }
    float flown = Math.min((nowNs - firedNs) / 1e9f * WorldRules.BOLT_SPEED, WorldRules.BOLT_RANGE);
    float toX = firstX + towardsX * flown;
    float toY = firstY + towardsY * flown;
    Fighter target = firstBetween(x, y, toX, toY);
    X.setOpaque(this, toX);
    Y.setOpaque(this, toY);
    if (target != null && hit(target)) {
      return report();
    }
    return target == null && flown < WorldRules.BOLT_RANGE && isInside(toX) && isInside(toY)
        ? world.rules().boltPeriodNs()
        : ENDS;
  }

  private static boolean isInside(float coordinate) {
    return coordinate >= 0 && coordinate < WorldRules.SIZE;
  }

  private Fighter firstBetween(float fromX, float fromY, float toX, float toY) {
    float step = (toX - fromX) * towardsX + (toY - fromY) * towardsY;
    Fighter first = null;
    float least = Float.MAX_VALUE;
    for (Fighter other : world.fighters()) {
      if (other == attacker) {
        continue;
      }
      long position = other.contact().position();
      float dx = Positions.x(position) - fromX;
      float dy = Positions.y(position) - fromY;
      float along = Math.max(0, Math.min(step, dx * towardsX + dy * towardsY));
      float offX = dx - along * towardsX;
      float offY = dy - along * towardsY;
      if (offX * offX + offY * offY < WorldRules.RADIUS * WorldRules.RADIUS && along < least) {
        least = along;
        first = other;
      }
    }
    return first;
  }
}
