package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.tactics.Tactics;

/** A bot that decides for itself. Not thread-safe. */
final class TacticalMind extends Tactics implements BotMind {
  /**
   * Makes up a mind.
   *
   * @param perSecond how often it decides
   */
  TacticalMind(long seed, int perSecond) {
    super(seed, perSecond);
  }
}
