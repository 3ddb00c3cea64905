package dev.jitterlab.battle.server;

import dev.jitterlab.battle.process.Meters;
import dev.jitterlab.battle.recording.RecordingFolder;
import dev.jitterlab.battle.recording.RecordingOutcome;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.Penalty;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.battle.session.ServerHandshake;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.tick.input.SubTickClamp;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;

/** What the server counts, under the names of docs/ARCHITECTURE.md. Thread-safe. */
final class ServerMetrics {
  private final Gauge battles;
  final Gauge players;
  private final Counter started;
  private final Counter finished;
  final Counter battlesFailed;
  private final Map<InputOutcome, CounterDataPoint> inputs;
  private final Map<PacketOutcome, CounterDataPoint> packets;
  private final Map<ServerHandshake.Outcome, CounterDataPoint> handshakes;
  private final Map<Refusal, CounterDataPoint> refusals;
  private final Counter penalties;
  final CounterDataPoint queued;
  private final CounterDataPoint returned;
  final CounterDataPoint handshakesLimited;
  final Counter timeouts;
  final Counter droppedStates;
  private final CounterDataPoint fullStates;
  private final CounterDataPoint changeStates;
  private final CounterDataPoint fullBytes;
  private final CounterDataPoint changeBytes;
  private final Counter baselineTicks;
  final Counter statesAskedFor;
  final Counter networkErrors;
  private final Counter packetsSent;
  private final Counter sendBatches;
  final Counter receiveCalls;
  private final Gauge transport;
  private final ModeMetrics modes;
  final Map<SubTickClamp, CounterDataPoint> clamped = new EnumMap<>(SubTickClamp.class);

  ServerMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    battles = meters.gauge("jitterlab_battles", "Battles that are running.");
    players = meters.gauge("jitterlab_players", "Players in running battles.");
    started = meters.counter("jitterlab_battles_started_total", "Battles started.");
    finished = meters.counter("jitterlab_battles_finished_total", "Battles ended, for any reason.");
    battlesFailed =
        meters.counter("jitterlab_battles_failed_total", "Battles ended or not begun by an error.");
    inputs =
        meters.counters(
            "jitterlab_inputs_total",
            "Inputs received, by outcome.",
            "outcome",
            InputOutcome.class);
    packets =
        meters.counters(
            "jitterlab_packets_total",
            "Datagrams received, by outcome.",
            "outcome",
            PacketOutcome.class);
    Counter strangers =
        meters.counter(
            "jitterlab_handshakes_total", "Handshake packets received, by outcome.", "outcome");
    handshakes = Meters.points(strangers, ServerHandshake.Outcome.class);
    handshakesLimited = strangers.labelValues("rate-limited");
    refusals =
        meters.counters(
            "jitterlab_refusals_total", "Strangers refused, by reason.", "reason", Refusal.class);
    penalties =
        meters.counter(
            "jitterlab_penalties_total", "What offences of players led to.", "penalty", "reason");
    Counter joins = meters.counter("jitterlab_joins_total", "Players without a battle.", "outcome");
    queued = joins.labelValues("queued");
    returned = joins.labelValues("returned");
    timeouts = meters.counter("jitterlab_sessions_timed_out_total", "Sessions ended by silence.");
    droppedStates =
        meters.counter(
            "jitterlab_states_dropped_total",
            "States that were not sent to a player because sending lagged behind.");
    Counter states =
        meters.counter("jitterlab_states_total", "States sent, by encoding.", "encoding");
    fullStates = states.labelValues("full");
    changeStates = states.labelValues("delta");
    Counter bytes =
        meters.counter(
            "jitterlab_state_bytes_total",
            "Bytes of the bodies of states sent, by encoding.",
            "encoding");
    fullBytes = bytes.labelValues("full");
    changeBytes = bytes.labelValues("delta");
    baselineTicks =
        meters.counter(
            "jitterlab_state_baseline_ticks_total",
            "Sum of the ages, in ticks, of the baselines of change states.");
    statesAskedFor =
        meters.counter(
            "jitterlab_states_asked_for_total",
            "Full states that players asked for, since they lacked what a change refers to.");
    networkErrors =
        meters.counter(
            "jitterlab_network_errors_total", "Errors of the socket and in its handler.");
    packetsSent = meters.counter("jitterlab_packets_sent_total", "Datagrams given to the socket.");
    sendBatches =
        meters.counter(
            "jitterlab_send_batches_total",
            "Times at which the socket got all datagrams that waited, which epoll sends by one"
                + " system call and NIO by one each.");
    receiveCalls =
        meters.counter(
            "jitterlab_receive_calls_total",
            "System calls that received datagrams, or found that there were none.");
    transport =
        meters.gauge(
            "jitterlab_transport", "1 for what carries datagrams, read back.", "transport");
    modes = new ModeMetrics(registry);
    Counter byClamp =
        meters.counter(
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

  /** Shows which level a search holds; called when there is a search. */
  static void register(PrometheusRegistry registry, BattleLevels levels) {
    GaugeWithCallback.builder()
        .name("jitterlab_battles_level")
        .help("Battles of the level that is held; 0 while the server warms up or settles.")
        .callback(callback -> callback.call(levels.held()))
        .register(registry);
  }

  /** Returns how long the game's logic took in each tick. */
  LogicTimes logicTimes() {
    return modes.logicTimes();
  }

  /** Returns the figures of the battles of a mode. */
  ModeMetrics.OfMode mode(GameMode mode) {
    return modes.of(mode);
  }

  void battleStarted(int ofPlayers) {
    started.inc();
    battles.inc();
    players.inc(ofPlayers);
  }

  void battleEnded(boolean byError, int ofPlayers) {
    finished.inc();
    if (byError) {
      battlesFailed.inc();
    }
    battles.dec();
    players.dec(ofPlayers);
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

  void playerReturned() {
    returned.inc();
    players.inc();
  }

  /** A player goes on in the same battle by another session. */
  void placeHanded() {
    returned.inc();
  }

  void refused(Refusal refusal) {
    refusals.get(refusal).inc();
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

  /** Counts a batch of so many datagrams, which is not empty. */
  void sent(int packets) {
    packetsSent.inc(packets);
    sendBatches.inc();
  }

  /** Says what the socket turned out to be. */
  void uses(NettyTransport readBack) {
    transport.labelValues(readBack.label()).set(1);
  }
}
