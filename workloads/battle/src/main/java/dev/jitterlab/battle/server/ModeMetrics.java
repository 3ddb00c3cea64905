package dev.jitterlab.battle.server;

import dev.jitterlab.battle.process.Meters;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.Tick;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;

/** What the battles of each mode cost: a mode may have a tick rate of its own. Thread-safe. */
final class ModeMetrics {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<GameMode, OfMode> modes = new EnumMap<>(GameMode.class);
  private final LogicTimes logic = new LogicTimes();

  ModeMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    Gauge battles =
        meters.gauge("jitterlab_mode_battles", "Battles that are running, by mode.", "mode");
    Counter ticks =
        meters.counter("jitterlab_mode_ticks_total", "Ticks of battles, by mode.", "mode");
    Counter late =
        meters.counter(
            "jitterlab_mode_ticks_late_total",
            "Ticks of battles whose total was above 1.1 periods of their own rate, by mode.",
            "mode");
    Counter seconds =
        meters.counter(
            "jitterlab_mode_tick_execution_seconds_total",
            "Time that the ticks of battles took, by mode.",
            "mode");
    Counter inputs =
        meters.counter(
            "jitterlab_inputs_played_total", "Inputs that a tick has played, by mode.", "mode");
    Counter waits =
        meters.counter(
            "jitterlab_input_wait_seconds_total",
            "Time that those inputs had waited for the start of their tick, by mode.",
            "mode");
    Counter shots =
        meters.counter(
            "jitterlab_rifle_shots_total", "Shots that players fired with the rifle.", "mode");
    Counter hits =
        meters.counter(
            "jitterlab_rifle_hits_total",
            "Shots of those that hit somebody of the other side.",
            "mode");
    for (GameMode mode : GameMode.values()) {
      modes.put(
          mode,
          new OfMode(
              battles.labelValues(mode.label()),
              ticks.labelValues(mode.label()),
              late.labelValues(mode.label()),
              seconds.labelValues(mode.label()),
              inputs.labelValues(mode.label()),
              waits.labelValues(mode.label()),
              shots.labelValues(mode.label()),
              hits.labelValues(mode.label()),
              logic));
    }
  }

  /** Of the ticks of all modes. */
  LogicTimes logicTimes() {
    return logic;
  }

  OfMode of(GameMode mode) {
    return modes.get(mode);
  }

  /** The figures of one mode. */
  static final class OfMode {
    private final GaugeDataPoint battles;
    private final CounterDataPoint ticks;
    private final CounterDataPoint late;
    private final CounterDataPoint seconds;
    private final CounterDataPoint inputs;
    private final CounterDataPoint waits;
    private final CounterDataPoint shots;
    private final CounterDataPoint hits;
    private final LogicTimes logic;

    private OfMode(
        GaugeDataPoint battles,
        CounterDataPoint ticks,
        CounterDataPoint late,
        CounterDataPoint seconds,
        CounterDataPoint inputs,
        CounterDataPoint waits,
        CounterDataPoint shots,
        CounterDataPoint hits,
        LogicTimes logic) {
      this.battles = battles;
      this.ticks = ticks;
      this.late = late;
      this.seconds = seconds;
      this.inputs = inputs;
      this.waits = waits;
      this.shots = shots;
      this.hits = hits;
      this.logic = logic;
    }

    void started() {
      battles.inc();
    }

    void ended() {
      battles.dec();
    }

    /** Counts inputs that a tick has played, and how long they had waited. Allocates nothing. */
    void played(int newInputs, long waitedNs) {
      if (newInputs > 0) {
        inputs.inc(newInputs);
        waits.inc(waitedNs / NANOS_PER_SECOND);
      }
    }

    /** Counts a tick's logic, which took so long. Allocates nothing. */
    void logicTook(long ns) {
      logic.record(ns);
    }

    /** Counts what players shot and hit. Allocates nothing. */
    void fired(int newShots, int newHits) {
      if (newShots > 0) {
        shots.inc(newShots);
      }
      if (newHits > 0) {
        hits.inc(newHits);
      }
    }

    /** Counts a tick that has ended. Allocates nothing. */
    void ticked(Tick tick) {
      ticks.inc();
      if (tick.isLate(LateThreshold.X1_1)) {
        late.inc();
      }
      seconds.inc(tick.executionNs() / NANOS_PER_SECOND);
    }
  }
}
