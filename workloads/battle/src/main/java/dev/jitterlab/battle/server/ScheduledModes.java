package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.tick.NanoClock;

/**
 * Makes battles of the modes that the schedule has at that time; a battle that is running keeps its
 * mode. The time counts from the creation of this object. Thread-safe.
 */
final class ScheduledModes implements BattleFactory {
  private final ModeSchedule schedule;
  private final Logic logic;
  private final NanoClock clock;
  private final long startNs;

  ScheduledModes(ModeSchedule schedule, Logic logic, NanoClock clock) {
    this.schedule = schedule;
    this.logic = logic;
    this.clock = clock;
    this.startNs = clock.nanoTime();
  }

  @Override
  public Battle create(BattleRules rules, int players, long seed) {
    long sinceStartNs = clock.nanoTime() - startNs;
    return new Battle(schedule.at(sinceStartNs).modeOf(seed), logic, rules, players, seed);
  }
}
