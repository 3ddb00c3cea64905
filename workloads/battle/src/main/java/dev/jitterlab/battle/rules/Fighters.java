package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * The fighters of a battle, one per player, as arrays by player number. Written by the battle only;
 * read it on the thread that steps the battle.
 */
public final class Fighters {
  private final BattleRules rules;
  private final int count;
  final int[] x;
  final int[] y;
  final int[] velocityX;
  final int[] velocityY;
  final int[] aim;
  final int[] health;
  final int[] kills;
  final int[] deaths;
  final int[] respawnAtTick;
  final int[] shieldUntilTick;
  final int[] hurtAtTick;
  final int[] projectiles;
  final int[][] reloadedAtTick;
  final boolean[] present;

  Fighters(BattleRules rules, int count) {
    this.rules = rules;
    this.count = count;
    this.x = new int[count];
    this.y = new int[count];
    this.velocityX = new int[count];
    this.velocityY = new int[count];
    this.aim = new int[count];
    this.health = new int[count];
    this.kills = new int[count];
    this.deaths = new int[count];
    this.respawnAtTick = new int[count];
    this.shieldUntilTick = new int[count];
    this.hurtAtTick = new int[count];
    this.projectiles = new int[count];
    this.reloadedAtTick = new int[Weapon.values().length][count];
    this.present = new boolean[count];
    Arrays.fill(present, true);
  }

  /** Returns how many players the battle started with. */
  public int count() {
    return count;
  }

  /** Returns how many of them are still there. */
  public int presentCount() {
    int result = 0;
    for (boolean here : present) {
      result += here ? 1 : 0;
    }
    return result;
  }

  /** Returns the x of the fighter's centre, in units. */
  public int x(int fighter) {
    return Fixed.toUnits(x[fighter]);
  }

  /** Returns the y of the fighter's centre, in units. */
  public int y(int fighter) {
    return Fixed.toUnits(y[fighter]);
  }

  /** Returns the velocity along x, in units per second. */
  public int velocityX(int fighter) {
    return rules.perSecond(velocityX[fighter]);
  }

  /** Returns the velocity along y, in units per second. */
  public int velocityY(int fighter) {
    return rules.perSecond(velocityY[fighter]);
  }

  /** Returns where the fighter aims, as an {@linkplain Angles angle}. */
  public int aim(int fighter) {
    return aim[fighter];
  }

  /** Returns the health, 0 for a dead fighter. */
  public int health(int fighter) {
    return health[fighter];
  }

  /** Returns how many others this fighter has killed. */
  public int kills(int fighter) {
    return kills[fighter];
  }

  /** Returns how often this fighter died. */
  public int deaths(int fighter) {
    return deaths[fighter];
  }

  /** Returns whether the player has not left the battle. */
  public boolean isPresent(int fighter) {
    return present[fighter];
  }

  /** Returns whether the fighter is alive. */
  public boolean isAlive(int fighter) {
    return health[fighter] > 0;
  }

  /** Returns whether the fighter cannot be hurt at that tick, having just come back. */
  public boolean isShielded(int fighter, int tick) {
    return tick < shieldUntilTick[fighter];
  }

  long hash(long hash) {
    long result = hash;
    for (int i = 0; i < count; i++) {
      result = DeterministicRandom.mix(result ^ ((long) x[i] << 32 | y[i]));
      result = DeterministicRandom.mix(result ^ ((long) velocityX[i] << 32 ^ velocityY[i]));
      result = DeterministicRandom.mix(result ^ ((long) aim[i] << 32 | health[i]));
      result = DeterministicRandom.mix(result ^ ((long) kills[i] << 32 | deaths[i]));
      result =
          DeterministicRandom.mix(result ^ ((long) respawnAtTick[i] << 32 | shieldUntilTick[i]));
      result = DeterministicRandom.mix(result ^ ((long) hurtAtTick[i] << 32 | projectiles[i]));
      for (int[] reloaded : reloadedAtTick) {
        result = DeterministicRandom.mix(result ^ reloaded[i]);
      }
      result = DeterministicRandom.mix(result ^ (present[i] ? 1 : 0));
    }
    return result;
  }
}
