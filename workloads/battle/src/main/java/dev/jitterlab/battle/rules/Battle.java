package dev.jitterlab.battle.rules;

/**
 * One battle. The same rules, seed, players and inputs give the same {@link #stateHash} after every
 * step, anywhere. A step allocates nothing.
 *
 * <p>Not thread-safe; may move from thread to thread with a happens-before edge between steps. Open
 * for other modes of the game.
 */
public class Battle {
  private final BattleState state;
  private final Healing healing = new Healing();
  private Ending ending;

  /**
   * Makes a battle whose fighters all appear in the first step.
   *
   * @param players 2 to {@link BattleRules#MAX_PLAYERS}
   */
  public Battle(BattleRules rules, int players, long seed) {
    if (players < BattleRules.MIN_PLAYERS || players > BattleRules.MAX_PLAYERS) {
      throw new IllegalArgumentException("a battle has 2 to 10 players, not " + players);
    }
    this.state = new BattleState(rules, players, seed);
  }

  /** Plays one tick. Does nothing once the battle is over. */
  public void step(BattleInputs inputs) {
    if (ending != null) {
      return;
    }
    state.tick++;
    Spawning.step(state);
    Movement.step(state, inputs);
    Gunnery.step(state, inputs);
    healing.step(state);
    ending = findEnding();
  }

  private Ending findEnding() {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.kills[i] >= state.rules.scoreLimit()) {
        return Ending.SCORE;
      }
    }
    if (fighters.presentCount() < BattleRules.MIN_PLAYERS) {
      return Ending.DESERTED;
    }
    return ticksLeft() == 0 ? Ending.TIME : null;
  }

  /** Takes a player out for good, between two steps. */
  public void leave(int player) {
    Fighters fighters = state.fighters;
    fighters.present[player] = false;
    fighters.health[player] = 0;
  }

  /** Returns the steps played so far. */
  public int tick() {
    return state.tick;
  }

  /** Returns how many steps are left at most. */
  public int ticksLeft() {
    return state.rules.timeLimitTicks() - state.tick;
  }

  /** Returns how the battle ended, or null while it goes on. */
  public Ending ending() {
    return ending;
  }

  /** Returns who has the most kills, of equals the one with the fewer deaths, then the first. */
  public int leader() {
    Fighters fighters = state.fighters;
    int best = 0;
    for (int i = 1; i < fighters.count(); i++) {
      int ahead = fighters.kills[i] - fighters.kills[best];
      if (ahead > 0 || (ahead == 0 && fighters.deaths[i] < fighters.deaths[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Returns the map. */
  public Arena arena() {
    return state.arena;
  }

  /** Returns the fighters, valid until the next step. */
  public Fighters fighters() {
    return state.fighters;
  }

  /** Returns what flies, valid until the next step. */
  public Projectiles projectiles() {
    return state.projectiles;
  }

  /** Returns whether a health pack lies in its place. */
  public boolean isPackThere(int pack) {
    return state.tick >= state.packBackAtTick[pack];
  }

  /** Returns a hash of the whole state, the random generator's included. */
  public long stateHash() {
    return state.hash();
  }
}
