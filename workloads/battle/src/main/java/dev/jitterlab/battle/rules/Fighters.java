package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * The fighters of a battle, one per player, as arrays by player number. Written by the battle only;
 * read it on the thread that steps the battle.
 */
public final class Fighters extends Bodies {
  /** The tick at which a fighter comes back who never does. */
  static final int NEVER = Integer.MAX_VALUE;

  private final int count;
  final int[] aim = new int[BattleRules.MAX_PLAYERS];
  final int[] health = new int[BattleRules.MAX_PLAYERS];
  final int[] kills = new int[BattleRules.MAX_PLAYERS];
  final int[] deaths = new int[BattleRules.MAX_PLAYERS];
  final int[] respawnAtTick = new int[BattleRules.MAX_PLAYERS];
  final int[] shieldUntilTick = new int[BattleRules.MAX_PLAYERS];
  final int[] hurtAtTick = new int[BattleRules.MAX_PLAYERS];
  final int[] projectiles = new int[BattleRules.MAX_PLAYERS];
  final int[][] reloadedAtTick = new int[Weapon.values().length][BattleRules.MAX_PLAYERS];
  final int[] team = new int[BattleRules.MAX_PLAYERS];

  /**
   * How much of the tick was left when the fighter died in it, in 1/65,536; no part of the state.
   */
  final int[] remainingAtDeath = new int[BattleRules.MAX_PLAYERS];

  private final int[] fromX = new int[BattleRules.MAX_PLAYERS];
  private final int[] fromY = new int[BattleRules.MAX_PLAYERS];

  /** The speed that the fighter may run at, in percent. */
  final int[] pace = new int[BattleRules.MAX_PLAYERS];

  final boolean[] present = new boolean[BattleRules.MAX_PLAYERS];

  Fighters(GameMode mode, BattleRules rules, int count) {
    super(rules, count);
    this.count = count;
    Arrays.fill(present, true);
    Arrays.fill(pace, 100);
    for (int i = 0; i < count; i++) {
      team[i] = mode.teamOf(i);
    }
  }

  /** Returns how many players the battle started with. */
  public int count() {
    return count;
  }

  /** Returns how many of them are still there. */
  public int presentCount() {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += present[i] ? 1 : 0;
    }
    return result;
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

  /** Remembers where everyone is as the tick starts. */
  void startTick() {
    System.arraycopy(x, 0, fromX, 0, count);
    System.arraycopy(y, 0, fromY, 0, count);
  }

  @Override
  void place(int fighter, int atX, int atY) {
    super.place(fighter, atX, atY);
    fromX[fighter] = atX;
    fromY[fighter] = atY;
  }

  /** Returns the x where the fighter was when that much of the tick was left. */
  int xWhen(int fighter, int remaining) {
    return x[fighter] - BattleInputs.part(x[fighter] - fromX[fighter], remaining);
  }

  /** Returns the y where the fighter was when that much of the tick was left. */
  int yWhen(int fighter, int remaining) {
    return y[fighter] - BattleInputs.part(y[fighter] - fromY[fighter], remaining);
  }

  /** Returns whether the fighter lived in this tick when that much of it was left. */
  boolean livedWhen(int fighter, int tick, int remaining) {
    // Only the living are hurt, so who is dead and was hurt in this tick died in it.
    return isAlive(fighter)
        || (hurtAtTick[fighter] == tick && remaining >= remainingAtDeath[fighter]);
  }

  /** Returns how many of a team are still there. */
  int presentOf(int ofTeam) {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += present[i] && team[i] == ofTeam ? 1 : 0;
    }
    return result;
  }

  /** Returns how many are alive. */
  int aliveCount() {
    int result = 0;
    for (int i = 0; i < count; i++) {
      result += isAlive(i) ? 1 : 0;
    }
    return result;
  }

  /** Returns who has the most kills, of equals the one with the fewer deaths, then the first. */
  int leader() {
    int best = 0;
    for (int i = 1; i < count; i++) {
      int ahead = kills[i] - kills[best];
      if (ahead > 0 || (ahead == 0 && deaths[i] < deaths[best])) {
        best = i;
      }
    }
    return best;
  }

  long hash(long hash) {
    long result = hash;
    for (int i = 0; i < count; i++) {
      result = hashBody(result, i);
      result = DeterministicRandom.mix(result ^ ((long) aim[i] << 32 | health[i]));
      result = DeterministicRandom.mix(result ^ ((long) kills[i] << 32 | deaths[i]));
      result =
          DeterministicRandom.mix(result ^ ((long) respawnAtTick[i] << 32 | shieldUntilTick[i]));
      result = DeterministicRandom.mix(result ^ ((long) hurtAtTick[i] << 32 | projectiles[i]));
      for (int[] reloaded : reloadedAtTick) {
        result = DeterministicRandom.mix(result ^ reloaded[i]);
      }
      result = DeterministicRandom.mix(result ^ (pace[i] << 1 | (present[i] ? 1 : 0)));
    }
    return result;
  }
}
