package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What all the bots count together, beside the load. Thread-safe. */
final class BotMetrics {
  private static final double[] JOIN_SECONDS = {
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40
  };

  /** A state is late by more than this part of a period. */
  private static final int LATE_PERIODS = 10;

  final Counter battles;
  final Counter malformed;
  final Counter refusals;
  final Counter penalties;
  final Counter unknownBaselines;
  private final Counter joinsFailed;
  private final Histogram joins;
  private final Counter periods;
  private final Counter latePeriods;
  private final CounterDataPoint periodsOfTarget;
  private final CounterDataPoint latePeriodsOfTarget;
  private final String target;

  /** Makes the figures of all targets; bots count into those {@link #of} their own. */
  BotMetrics(PrometheusRegistry registry) {
    target = "none";
    Meters meters = new Meters(registry);
    battles = meters.counter("jitterlab_bot_battles_total", "Battles that bots played to the end.");
    malformed =
        meters.counter("jitterlab_bot_malformed_total", "Packets that no server should send.");
    refusals =
        meters.counter("jitterlab_bot_refusals_total", "Times that a server took no bot in.");
    penalties =
        meters.counter("jitterlab_bot_penalties_total", "Times that a bot was warned or kicked.");
    unknownBaselines =
        meters.counter(
            "jitterlab_bot_unknown_baselines_total",
            "States that are a change since one which the bot does not have.");
    joinsFailed =
        meters.counter(
            "jitterlab_bot_joins_failed_total",
            "Handshakes that led to no session in time, and were begun anew.",
            "target");
    periods =
        meters.counter(
            "jitterlab_bot_periods_total",
            "Periods of the battles that bots were in, or should have been in during a search,"
                + " whether a state came or not.",
            "target");
    latePeriods =
        meters.counter(
            "jitterlab_bot_periods_late_total",
            "Those of them without a state, or whose state came more than a tenth of a period"
                + " later after the one before than it should.",
            "target");
    periodsOfTarget = null;
    latePeriodsOfTarget = null;
    joins =
        meters.histogram(
            "jitterlab_bot_join_seconds",
            "From the first REQUEST of a bot without a session to the first message in one.",
            JOIN_SECONDS,
            "target");
  }

  private BotMetrics(BotMetrics all, String target) {
    this.target = target;
    battles = all.battles;
    malformed = all.malformed;
    refusals = all.refusals;
    penalties = all.penalties;
    unknownBaselines = all.unknownBaselines;
    joinsFailed = all.joinsFailed;
    joins = all.joins;
    periods = all.periods;
    latePeriods = all.latePeriods;
    periodsOfTarget = periods.labelValues(target);
    latePeriodsOfTarget = latePeriods.labelValues(target);
    // There from the start: a series that is not there is unknown, and not zero.
    joinsFailed.initLabelValues(target);
    joins.initLabelValues(target);
  }

  /** Returns the same figures, for bots of that target: it is the label of their joins. */
  BotMetrics of(String target) {
    return new BotMetrics(this, target);
  }

  /** A bot has a session with the target, after that time. */
  void joined(long ns) {
    joins.labelValues(target).observe(ns / 1e9);
  }

  /**
   * A state of the same battle came.
   *
   * @param ticks how much newer it is than the one before it, at least 1
   * @param afterNs how long after that it came
   * @param counted how many periods since that one were counted as {@link #overdue} already
   */
  void state(int ticks, long afterNs, long periodNs, long counted) {
    long late = ticks - 1L + (afterNs - ticks * periodNs > periodNs / LATE_PERIODS ? 1 : 0);
    periodsOfTarget.inc(Math.max(0, ticks - counted));
    if (late > counted) {
      latePeriodsOfTarget.inc(late - counted);
    }
  }

  /** Returns how many periods are over, and late, when no state has come for so long. */
  static long overduePeriods(long afterNs, long periodNs) {
    return Math.max(0, (afterNs - periodNs / LATE_PERIODS - 1) / periodNs);
  }

  /** So many periods are over without their state. */
  void overdue(long count) {
    periodsOfTarget.inc(count);
    latePeriodsOfTarget.inc(count);
  }

  /** Returns how many periods the bots of this target have had. */
  double periods() {
    return periodsOfTarget.get();
  }

  /** Returns in how many of them a state came late, or none. */
  double latePeriods() {
    return latePeriodsOfTarget.get();
  }

  void joinFailed() {
    joinsFailed.labelValues(target).inc();
  }
}
