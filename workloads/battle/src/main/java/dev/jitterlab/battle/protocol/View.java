package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Sight;

/** What one player sees of a {@link State}, and what of it he was told. One bit each. */
final class View {
  int fighters;
  int npcs;
  int props;

  /** Bit i: health pack i lies there, or is out of sight. */
  int packs;

  /** Whether a STATE was made of it; only then may it be a baseline. */
  boolean isTold;

  // Projectiles 0 to 63 and 64 to 127, in the state's order.
  private long firstInSight;
  private long secondInSight;
  private long firstTold;
  private long secondTold;

  void look(Sight sight, int player, State world) {
    fighters = sight.fighters(player);
    npcs = sight.npcs(player);
    props = sight.props(player);
    packs = (world.packs | ~sight.packs(player)) & 0xFF;
    isTold = false;
    firstInSight = 0;
    secondInSight = 0;
    for (int i = 0; i < world.projectiles.count(); i++) {
      if (sight.seesProjectile(player, world.projectiles.number(i))) {
        if (i < Long.SIZE) {
          firstInSight |= 1L << i;
        } else {
          secondInSight |= 1L << i;
        }
      }
    }
    tellAll();
  }

  /** Says that the player is told of all the projectiles in sight. */
  void tellAll() {
    firstTold = firstInSight;
    secondTold = secondInSight;
  }

  /** Lets the player wait for a projectile. */
  void withhold(int projectile) {
    if (projectile < Long.SIZE) {
      firstTold &= ~(1L << projectile);
    } else {
      secondTold &= ~(1L << projectile);
    }
  }

  boolean isTold(int projectile) {
    return ((projectile < Long.SIZE ? firstTold : secondTold) >>> projectile & 1) != 0;
  }

  /** Returns the first projectile from that number on that was told; 128 when there is none. */
  int nextTold(int from) {
    long rest = from < Long.SIZE ? firstTold & -1L << from : 0;
    if (rest != 0) {
      return Long.numberOfTrailingZeros(rest);
    }
    rest = from <= Long.SIZE ? secondTold : from < 2 * Long.SIZE ? secondTold & -1L << from : 0;
    return Long.SIZE + Long.numberOfTrailingZeros(rest);
  }

  int countInSight() {
    return Long.bitCount(firstInSight) + Long.bitCount(secondInSight);
  }

  int countTold() {
    return Long.bitCount(firstTold) + Long.bitCount(secondTold);
  }
}
