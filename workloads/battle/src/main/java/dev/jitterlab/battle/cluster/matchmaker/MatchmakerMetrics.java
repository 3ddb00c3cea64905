package dev.jitterlab.battle.cluster.matchmaker;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;

/** What the matchmaker counts: how long players wait, and how well they fit. Thread-safe. */
final class MatchmakerMetrics {
  private static final double[] WAIT_SECONDS = {0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 30, 60};
  private static final double[] SKILL_POINTS = {10, 25, 50, 100, 150, 200, 300, 400, 600, 1_000};
  private static final double[] LATENCY_SECONDS = {0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5};
  private static final double[] ROUND_SECONDS = {
    0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2
  };

  final Gauge waiting;
  private final Histogram waits;
  private final Histogram skillSpread;
  private final Histogram latencySpread;
  final Histogram rounds;
  private final Counter matches;
  final Counter notPlaced;
  final Counter returned;
  final Counter abandoned;

  MatchmakerMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    waiting = meters.gauge("jitterlab_matchmaker_waiting", "Players in the queue.");
    waits =
        histogram(
            registry,
            "jitterlab_matchmaker_wait_seconds",
            "From the wish for a battle, or the death of the last one, to a seat.",
            WAIT_SECONDS);
    skillSpread =
        histogram(
            registry,
            "jitterlab_matchmaker_skill_spread",
            "Between the most and the least skilled of a match, in points of Elo.",
            SKILL_POINTS);
    latencySpread =
        histogram(
            registry,
            "jitterlab_matchmaker_latency_spread_seconds",
            "Between the farthest and the nearest of a match.",
            LATENCY_SECONDS);
    rounds =
        histogram(
            registry,
            "jitterlab_matchmaker_round_seconds",
            "Duration of a round of matching.",
            ROUND_SECONDS);
    matches = meters.counter("jitterlab_matchmaker_matches_total", "Matches with seats.");
    notPlaced =
        meters.counter(
            "jitterlab_matchmaker_matches_not_placed_total",
            "Matches that got no server or no grants; their players wait on.");
    returned =
        meters.counter(
            "jitterlab_matchmaker_returned_total",
            "Players back in the queue, since their battle died.");
    abandoned =
        meters.counter(
            "jitterlab_matchmaker_abandoned_total",
            "Players taken out of the queue who did not ask any more.");
  }

  private static Histogram histogram(
      PrometheusRegistry registry, String name, String help, double[] bounds) {
    return Histogram.builder().name(name).help(help).classicUpperBounds(bounds).register(registry);
  }

  void seated(Match match, List<Seeker> players, long nowNs) {
    matches.inc();
    skillSpread.observe(match.skillSpread());
    latencySpread.observe(match.latencySpreadMs() / 1e3);
    players.forEach(player -> waits.observe(player.seatlessSeconds(nowNs)));
  }
}
