package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What the lives of all bots count together. Thread-safe. */
final class LifeMetrics {
  private static final double[] SECONDS = {
    0.1, 0.25, 0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 60, 120
  };

  private final Gauge states;
  private final Counter requeues;
  final Counter failures;
  final Counter losses;
  private final Histogram waiting;
  private final Histogram recovery;

  LifeMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    states =
        meters.gauge(
            "jitterlab_bot_states", "Bots by what they are doing in the cluster.", "state");
    requeues =
        meters.counter(
            "jitterlab_bot_requeues_total",
            "Times that a bot went to queue again, by why its last battle was over.",
            "reason");
    failures =
        meters.counter(
            "jitterlab_bot_http_failures_total",
            "Requests to the cluster that got no usable answer.");
    losses =
        meters.counter(
            "jitterlab_bot_losses_total",
            "Times that a server fell silent, counted until the bot is in a battle again.");
    waiting =
        meters.histogram(
            "jitterlab_bot_queue_seconds", "From queueing to the seat in a battle.", SECONDS);
    recovery =
        meters.histogram(
            "jitterlab_bot_recovery_seconds",
            "From the last packet of a server that fell silent to the first state of the next.",
            SECONDS);
    for (LifeState state : LifeState.values()) {
      states.labelValues(state.label()).set(0);
    }
    for (BattleEnd end : BattleEnd.values()) {
      requeues.initLabelValues(end.label());
    }
  }

  void entered(LifeState state) {
    states.labelValues(state.label()).inc();
  }

  void left(LifeState state) {
    states.labelValues(state.label()).dec();
  }

  void requeued(BattleEnd end) {
    requeues.labelValues(end.label()).inc();
  }

  void waited(long ns) {
    waiting.observe(ns / 1e9);
  }

  void recovered(long ns) {
    recovery.observe(ns / 1e9);
  }
}
