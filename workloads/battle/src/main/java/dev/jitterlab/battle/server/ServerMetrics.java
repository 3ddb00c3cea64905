package dev.jitterlab.battle.server;

import dev.jitterlab.battle.recording.RecordingFolder;
import dev.jitterlab.battle.recording.RecordingOutcome;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.Penalty;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.battle.session.ServerHandshake;
import dev.jitterlab.tick.input.SubTickClamp;
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
  private final Map<PacketOutcome, CounterDataPoint> packets = new EnumMap<>(PacketOutcome.class);
  private final Map<ServerHandshake.Outcome, CounterDataPoint> handshakes =
      new EnumMap<>(ServerHandshake.Outcome.class);
  private final Map<Refusal, CounterDataPoint> refusals = new EnumMap<>(Refusal.class);
  private final Counter penalties;
  private final CounterDataPoint queued;
  private final CounterDataPoint returned;
  private final CounterDataPoint limited;
  private final Counter timeouts;
  private final Counter droppedStates;
  private final CounterDataPoint fullStates;
  private final CounterDataPoint changeStates;
  private final CounterDataPoint fullBytes;
  private final CounterDataPoint changeBytes;
  private final Counter baselineTicks;
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
    Counter received =
        counter(registry, "jitterlab_packets_total", "Datagrams received, by outcome.", "outcome");
    for (PacketOutcome outcome : PacketOutcome.values()) {
      packets.put(outcome, received.labelValues(outcome.label()));
    }
    Counter strangers =
        counter(
            registry,
            "jitterlab_handshakes_total",
            "Handshake packets received, by outcome.",
            "outcome");
    for (ServerHandshake.Outcome outcome : ServerHandshake.Outcome.values()) {
      handshakes.put(outcome, strangers.labelValues(outcome.label()));
    }
    limited = strangers.labelValues("rate-limited");
    Counter refused =
        counter(registry, "jitterlab_refusals_total", "Strangers refused, by reason.", "reason");
    for (Refusal refusal : Refusal.values()) {
      refusals.put(refusal, refused.labelValues(refusal.label()));
    }
    penalties =
        counter(
            registry,
            "jitterlab_penalties_total",
            "What offences of players led to.",
            "penalty",
            "reason");
    Counter joins =
        counter(registry, "jitterlab_joins_total", "Players without a battle.", "outcome");
    queued = joins.labelValues("queued");
    returned = joins.labelValues("returned");
    timeouts =
        counter(registry, "jitterlab_sessions_timed_out_total", "Sessions ended by silence.");
    droppedStates =
        counter(
            registry,
            "jitterlab_states_dropped_total",
            "States that were not sent to a player because sending lagged behind.");
    Counter states =
        counter(registry, "jitterlab_states_total", "States sent, by encoding.", "encoding");
    fullStates = states.labelValues("full");
    changeStates = states.labelValues("delta");
    Counter bytes =
        counter(
            registry,
            "jitterlab_state_bytes_total",
            "Bytes of the bodies of states sent, by encoding.",
            "encoding");
    fullBytes = bytes.labelValues("full");
    changeBytes = bytes.labelValues("delta");
    baselineTicks =
        counter(
            registry,
            "jitterlab_state_baseline_ticks_total",
            "Sum of the ages, in ticks, of the baselines of change states.");
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

  void packet(PacketOutcome outcome) {
    packets.get(outcome).inc();
  }

  void handshake(ServerHandshake.Outcome outcome) {
    handshakes.get(outcome).inc();
  }

  void penalty(Penalty penalty, Offence reason) {
    penalties.labelValues(penalty.label(), reason.label()).inc();
  }

  void queued() {
    queued.inc();
  }

  void playerReturned() {
    returned.inc();
    players.inc();
  }

  void refused(Refusal refusal) {
    refusals.get(refusal).inc();
  }

  void handshakeRateLimited() {
    limited.inc();
  }

  void timedOut() {
    timeouts.inc();
  }

  void statesDropped(int count) {
    droppedStates.inc(count);
  }

  /** Counts a state; the age of its baseline is 0 for a full one. */
  void stateSent(int bytes, int baselineAge) {
    if (baselineAge == 0) {
      fullStates.inc();
      fullBytes.inc(bytes);
    } else {
      changeStates.inc();
      changeBytes.inc(bytes);
      baselineTicks.inc(baselineAge);
    }
  }

  void networkError() {
    errors.inc();
  }
}
