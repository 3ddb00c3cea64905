package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.Eyes;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Objective;

/**
 * One tick of a battle, rounded to what a STATE carries: at the server all of it, at a client what
 * the player sees. Lengths are map units, velocities units per second. Reused; not thread-safe.
 */
public final class State {
  static final GameMode[] MODES = GameMode.values();

  int you;
  int battle;
  int tick;
  int ticksLeft;
  int ticksPerSecond = 1;
  int arena;
  int mode;
  int players;

  /** Bit i: health pack i lies there, as far as is seen. */
  int packs;

  /** Bit i: player i has left. */
  int gone;

  final StateObjective objective = new StateObjective();
  final StateFighters fighters = new StateFighters();
  final StateNpcs npcs = new StateNpcs();
  final StateProps props = new StateProps();
  final StateProjectiles projectiles = new StateProjectiles();

  /**
   * Takes all of a battle down as it is now. Allocates nothing once it has grown.
   *
   * @param before the tick before, null if that was not taken down
   */
  void capture(int battleId, Battle from, State before) {
    Fighters all = from.fighters();
    battle = battleId;
    tick = from.tick();
    ticksLeft = from.ticksLeft();
    ticksPerSecond = from.rules().ticksPerSecond();
    arena = from.arena().number();
    mode = from.mode().code();
    players = all.count();
    gone = 0;
    for (int i = 0; i < players; i++) {
      gone |= all.isPresent(i) ? 0 : 1 << i;
    }
    packs = 0;
    for (int i = 0; i < Arena.PACKS; i++) {
      packs |= from.isPackThere(i) ? 1 << i : 0;
    }
    objective.capture(from.objective());
    fighters.capture(all, tick);
    npcs.capture(from.npcs());
    props.capture(from.props(), fighters);
    projectiles.capture(from.projectiles());
    projectiles.settle(before == null ? null : before.projectiles, this);
  }

  /**
   * Leaves of all that was captured what a player sees. As for a client, an unseen health pack
   * counts as lying there.
   */
  void seeOnly(int player, Eyes eyes) {
    you = player;
    fighters.sight = eyes.fighters();
    npcs.sight = eyes.npcs();
    props.sight = eyes.props();
    packs |= ~eyes.packs() & ((1 << Arena.PACKS) - 1);
    projectiles.seeOnly(eyes);
  }

  /** Returns by how much the rules change the circle's radius since an earlier tick. */
  int radiusChangeSince(State base) {
    return Objective.radiusChange(mode(), base.tick, tick, base.tick + base.ticksLeft);
  }

  /** Returns the mode of the game. */
  public GameMode mode() {
    return MODES[mode];
  }

  /** Returns how far the mode's aim is reached. */
  public StateObjective objective() {
    return objective;
  }

  /** Returns the fighters of the players; nothing is known of those out of sight. */
  public StateFighters fighters() {
    return fighters;
  }

  /** Returns the server's own fighters. */
  public StateNpcs npcs() {
    return npcs;
  }

  /** Returns the things in the arena. */
  public StateProps props() {
    return props;
  }

  /** Returns the receiver's own player number. */
  public int you() {
    return you;
  }

  /** Returns the battle's number. */
  public int battle() {
    return battle;
  }

  /** Returns the tick that the state is of. */
  public int tick() {
    return tick;
  }

  /** Returns how many ticks the battle lasts at most from here. */
  public int ticksLeft() {
    return ticksLeft;
  }

  /** Returns how many ticks a second of the game has. */
  public int ticksPerSecond() {
    return ticksPerSecond;
  }

  /** Returns the number of the arena. */
  public int arena() {
    return arena;
  }

  /** Returns how many ticks the countdown of the mode has left. */
  public int countdownTicks() {
    return Math.max(0, objective.countdownEnd() - tick);
  }

  /** Returns whether a health pack lies in its place, as far as the player sees. */
  public boolean isPackThere(int pack) {
    return (packs >> pack & 1) != 0;
  }

  /** Returns how many players the battle started with. */
  public int players() {
    return players;
  }

  /** Returns whether a player is in sight and alive. */
  public boolean isAlive(int player) {
    return fighters.isInSight(player) && fighters.health(player) > 0;
  }

  /** Returns whether a player has left the battle; known of all. */
  public boolean isGone(int player) {
    return (gone >> player & 1) != 0;
  }

  /** Returns the projectiles in sight. */
  public StateProjectiles projectiles() {
    return projectiles;
  }
}
