package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;

/**
 * Makes battles of the modes that the schedule has at that time; a battle that is running keeps its
 * mode. The time counts from the creation of this object. Thread-safe.
 */
final class ScheduledModes implements BattleFactory {
  private final ModeSchedule schedule;
  private final Logic logic;
  private final ModeRates rates;
  private final NanoClock clock;
  private final long startNs;
  private volatile ModeMix commanded;

  ScheduledModes(ModeSchedule schedule, Logic logic, ModeRates rates, NanoClock clock) {
    this.schedule = schedule;
    this.logic = logic;
    this.rates = rates;
    this.clock = clock;
    this.startNs = clock.nanoTime();
  }

  @Override
  public Battle create(BattleRules rules, int players, long seed) {
    long sinceStartNs = clock.nanoTime() - startNs;
    ModeMix mix = commanded;
    if (mix == null) {
      mix = schedule.at(sinceStartNs);
    }
    return battle(mix.modeOf(seed), rules, players, seed);
  }

  /** Makes new battles of that mix from now on, whatever the schedule says. */
  void command(ModeMix mix) {
    commanded = mix;
  }

  /** Returns a factory of battles of that one mode, or of the mix for {@code any}. */
  BattleFactory of(String mode) {
    if (mode.equals("any")) {
      return this;
    }
    GameMode one = GameMode.labelled(mode);
    return (rules, players, seed) -> battle(one, rules, players, seed);
  }

  /**
   * Returns the rate of battles of that one mode. For {@code any} it is the highest rate of all
   * modes, since the mode is drawn when the battle begins.
   */
  Rate rateOf(String mode, BattleRules rules) {
    return Rate.hz(
        mode.equals("any")
            ? rates.fastest(rules.ticksPerSecond())
            : rates.rulesOf(GameMode.labelled(mode), rules).ticksPerSecond());
  }

  private Battle battle(GameMode mode, BattleRules rules, int players, long seed) {
    return new Battle(mode, logic, rates.rulesOf(mode, rules), players, seed);
  }
}
