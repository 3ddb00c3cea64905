package dev.jitterlab.battle.rules;

/**
 * One battle. The same rules, seed, players and inputs give the same {@link #stateHash} after every
 * step, anywhere. A step allocates nothing.
 *
 * <p>Not thread-safe; may move from thread to thread with a happens-before edge between steps. Not
 * final, so that a server can be tested with a battle that fails.
 */
public class Battle {
  private final BattleState state;
  private final Logic logic;
  private BattleEnding ending;

  /** Makes a {@link GameMode#DEATHMATCH} by {@link Logic#SPLIT}. */
  public Battle(BattleRules rules, int players, long seed) {
    this(GameMode.DEATHMATCH, Logic.SPLIT, rules, players, seed);
  }

  /**
   * Makes a battle whose fighters all appear in the first step.
   *
   * @param players 2 to {@link BattleRules#MAX_PLAYERS}
   */
  public Battle(GameMode mode, Logic logic, BattleRules rules, int players, long seed) {
    if (players < BattleRules.MIN_PLAYERS || players > BattleRules.MAX_PLAYERS) {
      throw new IllegalArgumentException("a battle has 2 to 10 players, not " + players);
    }
    this.state = new BattleState(mode, rules, players, seed);
    this.logic = logic;
  }

  /** Plays one tick. Does nothing once the battle is over. */
  public void step(BattleInputs inputs) {
    if (ending == null) {
      state.tick++;
      ending = logic.step(state, inputs);
    }
  }

  /** Takes a player out, between two steps. Does nothing when he has left already. */
  public void leave(int player) {
    Fighters fighters = state.fighters;
    if (fighters.present[player]) {
      fighters.present[player] = false;
      fighters.health[player] = 0;
      state.modeRules.left(state, player);
    }
  }

  /**
   * Brings a player back who left, between two steps. The fighter appears after the time of a
   * respawn, or never where each has one life.
   */
  public void rejoin(int player) {
    Fighters fighters = state.fighters;
    if (!fighters.present[player]) {
      fighters.present[player] = true;
      if (fighters.respawnAtTick[player] != Fighters.NEVER) {
        fighters.respawnAtTick[player] = state.tick + state.rules.respawnTicks();
      }
    }
  }

  /** Returns the rules, which say the tick rate that the battle is to be stepped at. */
  public BattleRules rules() {
    return state.rules;
  }

  /** Returns the mode of the game. */
  public GameMode mode() {
    return state.mode;
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
  public BattleEnding ending() {
    return ending;
  }

  /**
   * Returns the team that wins when the battle ends so, or {@link GameMode#NO_TEAM}. Where everyone
   * fights everyone, the team is the player's number.
   */
  public int winner(BattleEnding how) {
    return state.modeRules.winner(state, how);
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

  /** Returns the server's own fighters, valid until the next step. */
  public Npcs npcs() {
    return state.npcs;
  }

  /** Returns the things in the arena, valid until the next step. */
  public Props props() {
    return state.props;
  }

  /** Returns how far the mode's aim is reached, valid until the next step. */
  public Objective objective() {
    return state.objective;
  }

  /** Returns whether a health pack lies in its place. */
  public boolean isPackThere(int pack) {
    return state.tick >= state.packBackAtTick[pack];
  }

  BattleState state() {
    return state;
  }

  /** Returns a hash of the whole state, the random generator's included. */
  public long stateHash() {
    return state.hash();
  }
}
