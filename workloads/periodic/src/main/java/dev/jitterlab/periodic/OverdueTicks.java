package dev.jitterlab.periodic;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the ticks that did not start within one period of their schedule, each by its own task's
 * period. Thread-safe.
 */
final class OverdueTicks implements TickListener {
  private final LongAdder missed = new LongAdder();

  @Override
  public void onTick(Tick tick) {
    if (tick.driftNs() > tick.periodNs()) {
      missed.increment();
    }
  }

  long count() {
    return missed.sum();
  }

  /** Shows the count as {@code jitterlab_ticks_overdue_total}. */
  void register(PrometheusRegistry registry) {
    CounterWithCallback.builder()
        .name("jitterlab_ticks_overdue_total")
        .help("Ticks that did not start within one period of their schedule.")
        .callback(counter -> counter.call((double) missed.sum()))
        .register(registry);
  }
}
