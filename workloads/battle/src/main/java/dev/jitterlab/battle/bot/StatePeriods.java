package dev.jitterlab.battle.bot;

import java.util.concurrent.TimeUnit;

/**
 * Counts the periods of one bot as they pass. A period whose state does not come counts as late
 * while the bot still waits for it, and is not counted again when the state comes at last. A bot
 * that has waited too long for a battle counts its periods as late too.
 *
 * <p>Not thread-safe: the bot's lock guards it. Others read the counters of {@link BotMetrics}.
 */
final class StatePeriods {
  /** As long as no state has said how long a period is. */
  private static final long USUAL_PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final BotMetrics metrics;
  private final long battleWithinNs;
  private boolean areDue;
  private boolean isInBattle;
  private boolean hasPlayed; // on this server
  private long sinceNs; // the newest state, or the latest time at which a battle should begin
  private long periodNs = USUAL_PERIOD_NS;
  private long counted; // of the periods since then

  /**
   * Creates it for a bot that plays nowhere.
   *
   * @param battleWithinNs how long the bot may be without a battle; {@link Long#MAX_VALUE} for ever
   */
  StatePeriods(BotMetrics metrics, long battleWithinNs) {
    this.metrics = metrics;
    this.battleWithinNs = battleWithinNs;
  }

  /** Counts the periods that are over without their state. To be called often. */
  void look(long nowNs) {
    long overdue = areDue ? BotMetrics.overduePeriods(nowNs - sinceNs, periodNs) : 0;
    if (overdue > counted) {
      metrics.overdue(overdue - counted);
      counted = overdue;
    }
  }

  /** The bot has a server and no battle yet. */
  void awaitBattle(long nowNs) {
    look(nowNs);
    isInBattle = false;
    areDue = battleWithinNs < Long.MAX_VALUE;
    sinceNs = nowNs + battleWithinNs;
    counted = 0;
  }

  /**
   * The server lets the bot wait for a battle.
   *
   * @param waiting how many wait with it; one alone can have no battle, however good the server is
   */
  void queued(int waiting, long nowNs) {
    if (isInBattle || waiting == 1) {
      awaitBattle(nowNs);
    }
  }

  /** The battle is over, as its server says. */
  void over(long nowNs) {
    if (isInBattle) {
      awaitBattle(nowNs);
    }
  }

  /** The first state of a battle came. */
  void began(long nowNs, long newPeriodNs) {
    look(nowNs);
    isInBattle = true;
    hasPlayed = true;
    areDue = true;
    arrived(nowNs, newPeriodNs);
  }

  /**
   * A state came of the battle that the bot was in before.
   *
   * @param ticks how much newer it is than the one before it, at least 1
   */
  void state(int ticks, long nowNs, long newPeriodNs) {
    if (isInBattle) {
      metrics.state(ticks, nowNs - sinceNs, newPeriodNs, counted);
      arrived(nowNs, newPeriodNs);
    } else {
      began(nowNs, newPeriodNs);
    }
  }

  private void arrived(long nowNs, long newPeriodNs) {
    sinceNs = nowNs;
    periodNs = newPeriodNs;
    counted = 0;
  }

  /** The bot has no server any more. */
  void stop() {
    areDue = false;
    isInBattle = false;
    hasPlayed = false;
  }

  /** Returns whether the bot is in a battle, or waits no longer than it may for its next one. */
  boolean isPlaying(long nowNs) {
    return hasPlayed && (isInBattle || nowNs - sinceNs <= 0);
  }
}
