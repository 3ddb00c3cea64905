package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.Eyes;

/**
 * What a player of the server's sees of a battle, as the {@link State} that a client would have: so
 * both can decide by the same tactics. One state for all seats, the last one that was asked for.
 * Allocates nothing after its creation. Belongs to the thread that steps the battle.
 */
public final class SeatView {
  private final Battle battle;
  private final Eyes eyes;
  private final State state = new State();

  /** Watches a battle. */
  public SeatView(Battle battle) {
    this.battle = battle;
    this.eyes = new Eyes(battle);
    state.projectiles.reserveAll();
  }

  /** Returns how many lines of sight {@link #of} may test now. */
  public int price() {
    return eyes.price();
  }

  /** Returns what that player sees now, valid until the next call. */
  public State of(int player) {
    state.capture(0, battle, null);
    eyes.look(player);
    state.seeOnly(player, eyes);
    return state;
  }
}
