package dev.jitterlab.battle.server;

import dev.jitterlab.battle.process.Meters;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.Tick;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;

/** What the battles of each mode cost: a mode may have a tick rate of its own. Thread-safe. */
final class ModeMetrics {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Gauge battles;
  private final Map<GameMode, CounterDataPoint> ticks;
  private final Map<GameMode, CounterDataPoint> late;
  private final Map<GameMode, CounterDataPoint> seconds;
  private final Map<GameMode, CounterDataPoint> inputs;
  private final Map<GameMode, CounterDataPoint> waits;
  private final Map<GameMode, CounterDataPoint> shots;
  private final Map<GameMode, CounterDataPoint> hits;
  private final LogicTimes logic = new LogicTimes();

  ModeMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    battles = meters.gauge("jitterlab_mode_battles", "Battles that are running, by mode.", "mode");
    for (GameMode mode : GameMode.values()) {
      battles.initLabelValues(mode.label());
    }
    ticks = byMode(meters, "jitterlab_mode_ticks_total", "Ticks of battles, by mode.");
    late =
        byMode(
            meters,
            "jitterlab_mode_ticks_late_total",
            "Ticks of battles whose total was above 1.1 periods of their own rate, by mode.");
    seconds =
        byMode(
            meters,
            "jitterlab_mode_tick_execution_seconds_total",
            "Time that the ticks of battles took, by mode.");
    inputs =
        byMode(meters, "jitterlab_inputs_played_total", "Inputs that a tick has played, by mode.");
    waits =
        byMode(
            meters,
            "jitterlab_input_wait_seconds_total",
            "Time that those inputs had waited for the start of their tick, by mode.");
    shots =
        byMode(meters, "jitterlab_rifle_shots_total", "Shots that players fired with the rifle.");
    hits =
        byMode(
            meters,
            "jitterlab_rifle_hits_total",
            "Shots of those that hit somebody of the other side.");
  }

  private static Map<GameMode, CounterDataPoint> byMode(Meters meters, String name, String help) {
    return meters.counters(name, help, "mode", GameMode.class);
  }

  /** Of the ticks of all modes. */
  LogicTimes logicTimes() {
    return logic;
  }

  OfMode of(GameMode mode) {
    return new OfMode(mode);
  }

  /** The figures of one mode. */
  final class OfMode {
    private final GameMode mode;

    private OfMode(GameMode mode) {
      this.mode = mode;
    }

    void started() {
      battles.labelValues(mode.label()).inc();
    }

    void ended() {
      battles.labelValues(mode.label()).dec();
    }

    /** Counts inputs that a tick has played, and how long they had waited. Allocates nothing. */
    void played(int newInputs, long waitedNs) {
      if (newInputs > 0) {
        inputs.get(mode).inc(newInputs);
        waits.get(mode).inc(waitedNs / NANOS_PER_SECOND);
      }
    }

    /** Counts a tick's logic, which took so long. Allocates nothing. */
    void logicTook(long ns) {
      logic.record(ns);
    }

    /** Counts what players shot and hit. Allocates nothing. */
    void fired(int newShots, int newHits) {
      if (newShots > 0) {
        shots.get(mode).inc(newShots);
      }
      if (newHits > 0) {
        hits.get(mode).inc(newHits);
      }
    }

    /** Counts a tick that has ended. Allocates nothing. */
    void ticked(Tick tick) {
      ticks.get(mode).inc();
      if (tick.isLate(LateThreshold.X1_1)) {
        late.get(mode).inc();
      }
      seconds.get(mode).inc(tick.executionNs() / NANOS_PER_SECOND);
    }
  }
}
