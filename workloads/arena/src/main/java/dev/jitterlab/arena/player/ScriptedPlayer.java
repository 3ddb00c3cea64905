package dev.jitterlab.arena.player;

import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.WorldRules;
import java.util.SplittableRandom;

/**
 * Plays by a script, at the rate of a human hand: it looks anew every 0.2 to 0.6 s, aims a few
 * degrees off, and changes its mind about where to go every 0.4 to 1.5 s. It goes for the nearest
 * fighter, keeps a distance to shoot from, comes close to use the cone, and sometimes wanders or
 * offers a trade.
 */
public final class ScriptedPlayer implements Brain {
  private static final float SHOT_REACH = 560;
  private static final float MIDDLE = WorldRules.SIZE / 2;
  private static final double AIM_ERROR = Math.toRadians(9);

  private final SplittableRandom random;
  private float ownX = MIDDLE;
  private float ownY = MIDDLE;
  private float nearestX;
  private float nearestY;
  private float nearestSquare = Float.MAX_VALUE;
  private long nextLookUs;
  private long nextMindUs;
  private boolean wanders;
  private boolean circlesLeft;
  private int keys;
  private int heading;

  // The others may be told before the player itself: its place is that of the picture before.
  private float seenOwnX = MIDDLE;
  private float seenOwnY = MIDDLE;

  /** Creates a player; the same seed plays the same in the same surroundings. */
  public ScriptedPlayer(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public void sees(boolean isSelf, float x, float y) {
    if (isSelf) {
      ownX = x;
      ownY = y;
      return;
    }
    float dx = x - seenOwnX;
    float dy = y - seenOwnY;
    float square = dx * dx + dy * dy;
    if (square < nearestSquare) {
      nearestSquare = square;
      nearestX = x;
      nearestY = y;
    }
  }

  @Override
  public void decide(long elapsedUs) {
    seenOwnX = ownX;
    seenOwnY = ownY;
    float dx = nearestX - ownX;
    float dy = nearestY - ownY;
    boolean isAlone = nearestSquare == Float.MAX_VALUE;
    nearestSquare = Float.MAX_VALUE;
    if (elapsedUs < nextLookUs) {
      return;
    }
    nextLookUs = elapsedUs + 200_000 + random.nextInt(400_000);
    if (elapsedUs >= nextMindUs) {
      nextMindUs = elapsedUs + 400_000 + random.nextInt(1_100_000);
      wanders = random.nextInt(100) < 18;
      circlesLeft = random.nextBoolean();
    }
    if (isAlone || wanders) {
      wander();
      return;
    }
    double distance = Math.hypot(dx, dy);
    double towards = Math.atan2(dy, dx);
    double error = (random.nextDouble() + random.nextDouble() - 1) * AIM_ERROR;
    heading = (int) Math.round((towards + error) / (2 * Math.PI) * 65_536) & 0xFFFF;
    double way =
        distance > SHOT_REACH * 0.7
            ? towards
            : distance > WorldRules.CONE_REACH * 1.6
                ? towards + (circlesLeft ? -1 : 1) * Math.PI / 2.6
                : towards + (random.nextInt(3) == 0 ? Math.PI : 0);
    keys = keysTowards(way);
    if (distance < SHOT_REACH && random.nextInt(100) < 65) {
      keys |= ClientInput.BOLT;
    }
    if (distance < WorldRules.CONE_REACH + WorldRules.RADIUS && random.nextInt(100) < 60) {
      keys |= ClientInput.CONE;
    }
    if (distance < 100 && random.nextInt(100) < 6) {
      keys |= ClientInput.TRADE;
    }
  }

  private void wander() {
    double home = Math.atan2(MIDDLE - ownY, MIDDLE - ownX);
    double way = home + (random.nextDouble() - 0.5) * 3;
    heading = (int) Math.round(way / (2 * Math.PI) * 65_536) & 0xFFFF;
    keys = random.nextInt(100) < 80 ? keysTowards(way) : 0;
  }

  private static int keysTowards(double way) {
    double dx = Math.cos(way);
    double dy = Math.sin(way);
    int keys = 0;
    if (Math.abs(dx) > 0.38) {
      keys |= dx > 0 ? ClientInput.RIGHT : ClientInput.LEFT;
    }
    if (Math.abs(dy) > 0.38) {
      keys |= dy > 0 ? ClientInput.DOWN : ClientInput.UP;
    }
    return keys;
  }

  @Override
  public int keys() {
    return keys;
  }

  @Override
  public int heading() {
    return heading;
  }
}
