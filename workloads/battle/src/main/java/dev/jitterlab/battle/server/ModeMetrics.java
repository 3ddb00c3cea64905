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
    for (GameMode mode : GameMode.values()) {
      modes.put(
          mode,
          new OfMode(
              battles.labelValues(mode.label()),
              ticks.labelValues(mode.label()),
              late.labelValues(mode.label()),
              seconds.labelValues(mode.label())));
    }
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

    private OfMode(
        GaugeDataPoint battles,
        CounterDataPoint ticks,
        CounterDataPoint late,
        CounterDataPoint seconds) {
      this.battles = battles;
      this.ticks = ticks;
      this.late = late;
      this.seconds = seconds;
    }

    void started() {
      battles.inc();
    }

    void ended() {
      battles.dec();
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
