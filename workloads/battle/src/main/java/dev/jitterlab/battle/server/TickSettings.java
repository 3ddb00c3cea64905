package dev.jitterlab.battle.server;

import dev.jitterlab.tick.ExecutionBudget;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.TaskOptions;
import java.util.concurrent.TimeUnit;

/** How the battles of a server tick, beside their rate. Immutable and thread-safe. */
final class TickSettings {
  private static final TickSettings DEFAULTS =
      new TickSettings(
          ModeRates.none(), 1, TimeUnit.MILLISECONDS.toNanos(100), TaskOptions.defaults(), false);

  /** The trust of a server that places no input inside the tick. */
  private static final long NO_SUB_TICK = -1;

  final ModeRates modeRates;
  final int physicsEvery;
  final long trustNs;
  final TaskOptions task;
  final boolean endsOverBudget;

  private TickSettings(
      ModeRates modeRates,
      int physicsEvery,
      long trustNs,
      TaskOptions task,
      boolean endsOverBudget) {
    this.modeRates = modeRates;
    this.physicsEvery = physicsEvery;
    this.trustNs = trustNs;
    this.task = task;
    this.endsOverBudget = endsOverBudget;
  }

  /** Returns one rate, physics at every tick, sub-ticks with 100 ms of trust, and no budget. */
  static TickSettings defaults() {
    return DEFAULTS;
  }

  TickSettings modeRates(ModeRates rates) {
    return new TickSettings(rates, physicsEvery, trustNs, task, endsOverBudget);
  }

  TickSettings physicsEvery(int ticks) {
    return new TickSettings(modeRates, ticks, trustNs, task, endsOverBudget);
  }

  /** Places inputs inside the tick, believed for so long before their reception. */
  TickSettings subTick(long trustNanos) {
    if (trustNanos < 0) {
      throw new IllegalArgumentException("--sub-tick-trust is 0 ms or more, not less");
    }
    return new TickSettings(modeRates, physicsEvery, trustNanos, task, endsOverBudget);
  }

  TickSettings withoutSubTick() {
    return new TickSettings(modeRates, physicsEvery, NO_SUB_TICK, task, endsOverBudget);
  }

  /**
   * Reads a late policy: {@code catch-up}, {@code catch-up:3}, {@code skip}, {@code coalesce} or
   * {@code slow-down}.
   *
   * @throws IllegalArgumentException if it is none of them
   */
  TickSettings latePolicy(String text) {
    return new TickSettings(
        modeRates, physicsEvery, trustNs, task.latePolicy(policy(text)), endsOverBudget);
  }

  private static LatePolicy policy(String text) {
    switch (text) {
      case "catch-up":
        return LatePolicy.catchUp();
      case "skip":
        return LatePolicy.skip();
      case "coalesce":
        return LatePolicy.coalesce();
      case "slow-down":
        return LatePolicy.slowDown();
      default:
        if (text.matches("catch-up:[0-9]{1,6}")) {
          return LatePolicy.catchUp(Integer.parseInt(text.substring("catch-up:".length())));
        }
        throw new IllegalArgumentException(
            "--late-policy is catch-up, catch-up:<periods>, skip, coalesce or slow-down, not '"
                + text
                + "'");
    }
  }

  /**
   * Sets what a tick may take. A battle that exceeds it in 8 of its last 16 ticks goes into
   * quarantine.
   *
   * @param ends whether a battle ends when it would go into quarantine
   */
  TickSettings budget(ExecutionBudget limit, boolean ends) {
    return new TickSettings(modeRates, physicsEvery, trustNs, task.budget(limit), ends);
  }

  boolean isSubTick() {
    return trustNs != NO_SUB_TICK;
  }
}
