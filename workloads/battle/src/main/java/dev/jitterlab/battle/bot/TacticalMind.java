package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.tactics.Tactics;

/** A bot that decides for itself. Not thread-safe. */
final class TacticalMind implements BotMind {
  private final Tactics tactics;

  /**
   * Makes up a mind.
   *
   * @param perSecond how often it decides
   */
  TacticalMind(long seed, int perSecond) {
    this.tactics = new Tactics(seed, perSecond);
  }

  @Override
  public void decide(State seen) {
    tactics.decide(seen);
  }

  @Override
  public int moveX() {
    return tactics.moveX();
  }

  @Override
  public int moveY() {
    return tactics.moveY();
  }

  @Override
  public int aim() {
    return tactics.aim();
  }

  @Override
  public int buttons() {
    return tactics.buttons();
  }
}
