package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;

/**
 * The time from a baseline to a later tick, and what it does to a place. Server and client must
 * compute the same, so all is in integers.
 */
final class Passage {
  private int ticks;
  private int ticksPerSecond = 1;

  void set(int newTicks, int newTicksPerSecond) {
    ticks = newTicks;
    ticksPerSecond = newTicksPerSecond;
  }

  int ticks() {
    return ticks;
  }

  int ticksPerSecond() {
    return ticksPerSecond;
  }

  /**
   * Returns the order of the code for how far a body is from its predicted place: in one tick the
   * velocity says it all, in more the less the more it has changed.
   */
  int placeOrder(int changeX, int changeY) {
    int change = Math.abs(changeX) + Math.abs(changeY);
    if (ticks == 1 || change < 4) {
      return 0;
    }
    return change < 32 ? 1 : 3;
  }

  /**
   * Returns where a body is on one axis, in units, if its velocity has changed evenly, tick by
   * tick, and nothing but the walls was in its way.
   *
   * @param from the velocity at the baseline, in steps
   * @param to the velocity now
   */
  int predict(int place, int from, int to) {
    int twice = 2 * ticks * from + (to - from) * (ticks + 1);
    int moved =
        Math.floorDiv(twice * StateMotions.VELOCITY_STEP + ticksPerSecond, 2 * ticksPerSecond);
    return Math.max(0, Math.min(Arena.SIZE, place + moved));
  }
}
