package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What all the bots count together, beside the load. Thread-safe. */
final class BotMetrics {
  private final Counter battles;
  private final Counter malformed;
  private final Counter refusals;
  private final Counter penalties;
  private final Counter unknownBaselines;

  BotMetrics(PrometheusRegistry registry) {
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
  }

  void battlePlayed() {
    battles.inc();
  }

  void malformed() {
    malformed.inc();
  }

  void refused() {
    refusals.inc();
  }

  void penalised() {
    penalties.inc();
  }

  void unknownBaseline() {
    unknownBaselines.inc();
  }
}
