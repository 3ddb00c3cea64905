package dev.jitterlab.battle.tactics;

import dev.jitterlab.battle.protocol.State;

/**
 * Where a bot saw the nearest enemy last: it goes there while none is in sight, until it arrives or
 * too much time has passed. Not thread-safe.
 */
final class LastSeen {
  private static final int REMEMBERED_SECONDS = 5;
  private static final int ARRIVED = 1_500;

  private int battle;
  private int tick;
  private boolean hunting;
  private int x;
  private int y;

  /** Looks around; returns whether there is a place to go to. */
  boolean find(State seen) {
    if (look(seen)) {
      return false; // what is in sight is for the marksman
    }
    int ownX = seen.fighters().x(seen.you());
    int ownY = seen.fighters().y(seen.you());
    hunting &=
        seen.battle() == battle
            && seen.tick() - tick < REMEMBERED_SECONDS * seen.ticksPerSecond()
            && Sides.squared(x - ownX, y - ownY) > Sides.squared(ARRIVED, 0);
    return hunting;
  }

  private boolean look(State seen) {
    long nearest = Long.MAX_VALUE;
    for (int i = 0; i < seen.players(); i++) {
      if (!seen.isAlive(i) || !Sides.isEnemy(seen, i)) {
        continue;
      }
      long distance =
          Sides.squared(
              seen.fighters().x(i) - seen.fighters().x(seen.you()),
              seen.fighters().y(i) - seen.fighters().y(seen.you()));
      if (distance < nearest) {
        nearest = distance;
        battle = seen.battle();
        tick = seen.tick();
        x = seen.fighters().x(i);
        y = seen.fighters().y(i);
        hunting = true;
      }
    }
    return nearest < Long.MAX_VALUE;
  }

  /** Returns the x of the place. */
  int x() {
    return x;
  }

  /** Returns the y of the place. */
  int y() {
    return y;
  }
}
