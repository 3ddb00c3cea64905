package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.GameMode;
import java.nio.ByteBuffer;

/**
 * How far the mode's aim is reached, from one STATE; what a field means differs by mode, see
 * docs/battle-rules.md. Lengths are map units. Reused from packet to packet; not thread-safe.
 */
public final class SnapshotObjective {
  private int circleX;
  private int circleY;
  private int circleRadius;
  private int firstScore;
  private int secondScore;
  private int countdownTicks;
  private int side;

  SnapshotObjective() {}

  /** Returns false when a field is out of its range. */
  boolean decode(ByteBuffer in) {
    circleX = Wire.unsignedShort(in);
    circleY = Wire.unsignedShort(in);
    circleRadius = Wire.unsignedShort(in);
    firstScore = Wire.unsignedShort(in);
    secondScore = Wire.unsignedShort(in);
    countdownTicks = Wire.unsignedShort(in);
    side = Wire.unsignedByte(in);
    return Wire.isOnMap(circleX, circleY) && (side <= 1 || side == GameMode.NO_TEAM);
  }

  /** Returns the x of the circle's centre. */
  public int circleX() {
    return circleX;
  }

  /** Returns the y of the circle's centre. */
  public int circleY() {
    return circleY;
  }

  /** Returns the radius of the circle, 0 when there is none. */
  public int circleRadius() {
    return circleRadius;
  }

  /** Returns the first or the second score. */
  public int score(int which) {
    return which == 0 ? firstScore : secondScore;
  }

  /** Returns how many ticks the countdown has left, at most 65,535. */
  public int countdownTicks() {
    return countdownTicks;
  }

  /** Returns the team that is ahead, 255 for none. */
  public int side() {
    return side;
  }
}
