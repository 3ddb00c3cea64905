package dev.jitterlab.battle.server;

import dev.jitterlab.battle.recording.RecordingFolder;
import dev.jitterlab.battle.recording.RecordingOutcome;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.tick.SubTickClamp;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;

/** What the server counts, under the names of docs/ARCHITECTURE.md. Thread-safe. */
final class ServerMetrics {
  private final Gauge battles;
  private final Gauge players;
  private final Counter started;
  private final Counter finished;
  private final Counter failed;
  private final Map<InputOutcome, CounterDataPoint> inputs = new EnumMap<>(InputOutcome.class);
  private final CounterDataPoint challenged;
  private final CounterDataPoint queued;
  private final CounterDataPoint returned;
  private final CounterDataPoint refused;
  private final CounterDataPoint limited;
  private final Counter timeouts;
  private final Counter droppedStates;
  private final Counter errors;
  private final ModeMetrics modes;
  private final Map<SubTickClamp, CounterDataPoint> clamped = new EnumMap<>(SubTickClamp.class);

  ServerMetrics(PrometheusRegistry registry) {
    battles = gauge(registry, "jitterlab_battles", "Battles that are running.");
    players = gauge(registry, "jitterlab_players", "Players in running battles.");
    started = counter(registry, "jitterlab_battles_started_total", "Battles started.");
    finished =
        counter(registry, "jitterlab_battles_finished_total", "Battles ended, for any reason.");
    failed =
        counter(
            registry, "jitterlab_battles_failed_total", "Battles ended or not begun by an error.");
    Counter byOutcome =
        counter(registry, "jitterlab_inputs_total", "Inputs received, by outcome.", "outcome");
    for (InputOutcome outcome : InputOutcome.values()) {
      inputs.put(outcome, byOutcome.labelValues(outcome.label()));
    }
    Counter joins =
        counter(registry, "jitterlab_joins_total", "Joins received, by outcome.", "outcome");
    challenged = joins.labelValues("challenged");
    queued = joins.labelValues("queued");
    returned = joins.labelValues("returned");
    refused = joins.labelValues("refused");
    limited = joins.labelValues("rate-limited");
    timeouts =
        counter(registry, "jitterlab_sessions_timed_out_total", "Sessions ended by silence.");
    droppedStates =
        counter(
            registry,
            "jitterlab_states_dropped_total",
            "States that were not sent to a player because sending lagged behind.");
    errors =
        counter(
            registry, "jitterlab_network_errors_total", "Errors of the socket and in its handler.");
    modes = new ModeMetrics(registry);
    Counter byClamp =
        counter(
            registry,
            "jitterlab_subtick_clamped_total",
            "Inputs that were not placed where their players claimed, by the bound that was met.",
            "clamp");
    for (SubTickClamp clamp : SubTickClamp.values()) {
      clamped.put(clamp, byClamp.labelValues(clamp.label()));
    }
  }

  /** Shows what became of the recordings; called when a server makes some. */
  static void register(PrometheusRegistry registry, RecordingFolder recordings) {
    CounterWithCallback.builder()
        .name("jitterlab_recordings_total")
        .help("Recordings of battles, by what became of them.")
        .labelNames("outcome")
        .callback(
            callback -> {
              for (RecordingOutcome outcome : RecordingOutcome.values()) {
                callback.call((double) recordings.count(outcome), outcome.label());
              }
            })
        .register(registry);
  }

  /** Returns the figures of the battles of a mode. */
  ModeMetrics.OfMode mode(GameMode mode) {
    return modes.of(mode);
  }

  /** Returns the counters of inputs that were not believed. */
  Map<SubTickClamp, CounterDataPoint> clamped() {
    return clamped;
  }

  private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
    return Gauge.builder().name(name).help(help).register(registry);
  }

  private static Counter counter(
      PrometheusRegistry registry, String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  void battleStarted(int ofPlayers) {
    started.inc();
    battles.inc();
    players.inc(ofPlayers);
  }

  void battleNotStarted() {
    failed.inc();
  }

  void battleEnded(boolean byError, int ofPlayers) {
    finished.inc();
    if (byError) {
      failed.inc();
    }
    battles.dec();
    players.dec(ofPlayers);
  }

  void playerLeftBattle() {
    players.dec();
  }

  void input(InputOutcome outcome) {
    inputs.get(outcome).inc();
  }

  void challenged() {
    challenged.inc();
  }

  void queued() {
    queued.inc();
  }

  void playerReturned() {
    returned.inc();
    players.inc();
  }

  void refused() {
    refused.inc();
  }

  void joinRateLimited() {
    limited.inc();
  }

  void timedOut() {
    timeouts.inc();
  }

  void statesDropped(int count) {
    droppedStates.inc(count);
  }

  void networkError() {
    errors.inc();
  }
}
