package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.tick.NanoClock;

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
    GameMode mode = schedule.at(sinceStartNs).modeOf(seed);
    return new Battle(mode, logic, rates.rulesOf(mode, rules), players, seed);
  }
}
