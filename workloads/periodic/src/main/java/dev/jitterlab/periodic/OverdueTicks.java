package dev.jitterlab.periodic;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the periods whose tick did not start within one period of its schedule, each by its own
 * task's period: ticks that started later, and periods that the late policy left out. Thread-safe.
 */
final class OverdueTicks implements TickListener {
  private final LongAdder missed = new LongAdder();

  @Override
  public void onTick(Tick tick) {
    long periods = tick.missedPeriods() + (tick.driftNs() > tick.periodNs() ? 1 : 0);
    if (periods > 0) {
      missed.add(periods);
    }
  }

  long count() {
    return missed.sum();
  }

  /** Shows the count as {@code jitterlab_ticks_overdue_total}. */
  void register(PrometheusRegistry registry) {
    CounterWithCallback.builder()
        .name("jitterlab_ticks_overdue_total")
        .help("Periods whose tick did not start within one period of its schedule.")
        .callback(counter -> counter.call((double) missed.sum()))
        .register(registry);
  }
}
