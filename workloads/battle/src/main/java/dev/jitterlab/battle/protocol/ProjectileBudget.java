package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Projectiles;

/**
 * Decides which projectiles a player is told of when not all fit into his packet; all else always
 * fits. Those that he knows and that fly as predicted cost a bit and stay. Of the others those go
 * first that have waited longest, then the nearest: so each comes after at most as many ticks as it
 * takes to send all once.
 */
final class ProjectileBudget {
  private final StateHistory history;
  private final int[] waited = new int[Projectiles.CAPACITY];
  private final long[] distance = new long[Projectiles.CAPACITY];

  ProjectileBudget(StateHistory history) {
    this.history = history;
  }

  /**
   * Withholds from the player's view of now what does not fit.
   *
   * @param before what the player was told of the baseline, null without one
   * @param leftBits what the packet has left for projectiles
   */
  void choose(State now, int player, BodyRecords records, View before, int leftBits) {
    View view = history.view(now.tick, player);
    view.tellAll();
    int known = before == null ? 0 : before.countTold();
    int room = (leftBits - 1 - 2 * known) / (StateProjectiles.BITS + 3);
    if (view.countTold() <= room) {
      return;
    }
    int candidates = 0;
    for (int i = view.nextTold(0); i < now.projectiles.count(); i = view.nextTold(i + 1)) {
      int origin = records.origin(i);
      boolean kept = origin >= 0 && before != null && before.isTold(origin);
      waited[i] = kept ? Integer.MAX_VALUE : ticksWaited(now, player, i);
      distance[i] = squaredDistance(now, player, i);
      candidates += kept ? 0 : 1;
    }
    for (; candidates > room; candidates--) {
      view.withhold(last(view, now.projectiles.count()));
    }
  }

  /** Returns the one that has waited least, of equals the farthest. */
  private int last(View view, int count) {
    int last = view.nextTold(0);
    for (int i = last; i < count; i = view.nextTold(i + 1)) {
      boolean after =
          waited[i] < waited[last] || (waited[i] == waited[last] && distance[i] > distance[last]);
      last = after ? i : last;
    }
    return last;
  }

  /** Returns for how many ticks it has flown without the player being told. */
  private int ticksWaited(State now, int player, int projectile) {
    int launch = now.projectiles.launch(projectile);
    for (int ticks = 1; ticks < StateEncoder.HISTORY_TICKS; ticks++) {
      int tick = now.tick - ticks;
      int then = history.has(tick) ? find(history.world(tick).projectiles, launch) : -1;
      if (then < 0) {
        return ticks - 1;
      }
      View view = history.view(tick, player);
      if (view.isTold && view.isTold(then)) {
        return ticks - 1;
      }
    }
    return StateEncoder.HISTORY_TICKS;
  }

  private static int find(StateProjectiles all, int launch) {
    for (int i = 0; i < all.count(); i++) {
      if (all.launch(i) == launch) {
        return i;
      }
    }
    return -1;
  }

  private static long squaredDistance(State now, int player, int projectile) {
    long dx = (long) now.projectiles.x(projectile) - now.fighters.x(player);
    long dy = (long) now.projectiles.y(projectile) - now.fighters.y(player);
    return dx * dx + dy * dy;
  }
}
