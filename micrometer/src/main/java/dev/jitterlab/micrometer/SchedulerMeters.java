package dev.jitterlab.micrometer;

import dev.jitterlab.tick.TickScheduler;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Shows what a scheduler does beside ticking as Micrometer meters: gauges {@code
 * jitterlab.tasks.active}, {@code jitterlab.tasks.quarantined}, {@code jitterlab.ticks.waiting}
 * (periods that are over and whose own tick has not begun: of ticks that hang, no timer has told
 * yet) and {@code jitterlab.tick.waiting} in seconds (how long each of them waits at least);
 * counters {@code jitterlab.ticks.failed}, {@code jitterlab.ticks.taken.over} and {@code
 * jitterlab.tick.spin} in seconds.
 *
 * <p>All is read when the registry asks; the scheduler pays nothing. Thread-safe. Registries refer
 * to the scheduler weakly: of one that is gone, the gauges are NaN and the counters stand still.
 * Give each of several schedulers a tag of its own: of two with the same tags, the first counts.
 */
public final class SchedulerMeters implements MeterBinder {
  private static final double NS_PER_SECOND = 1e9;

  private final TickScheduler scheduler;
  private final Tags tags;

  /** Creates meters without tags of their own. */
  public SchedulerMeters(TickScheduler scheduler) {
    this(scheduler, List.of());
  }

  /** Creates meters that all carry these tags. */
  public SchedulerMeters(TickScheduler scheduler, Iterable<Tag> tags) {
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge("jitterlab.tasks.active", TickScheduler::activeTasks)
        .description("Tasks that were started and are not stopped.")
        .register(registry);
    gauge("jitterlab.tasks.quarantined", TickScheduler::quarantinedTasks)
        .description("Tasks that exceeded their budget too often.")
        .register(registry);
    gauge("jitterlab.ticks.waiting", each -> each.waitingPeriods().count())
        .description(
            "Periods that are over and whose own tick has not begun, not yet counted as overdue.")
        .register(registry);
    gauge("jitterlab.tick.waiting", each -> each.waitingPeriods().leastNs() / NS_PER_SECOND)
        .description("How long each of the waiting periods has waited at least; 0 without any.")
        .baseUnit("seconds")
        .register(registry);
    counter("jitterlab.ticks.failed", TickScheduler::failedTicks)
        .description("Ticks that ended with an exception.")
        .register(registry);
    counter("jitterlab.ticks.taken.over", TickScheduler::takenOverTicks)
        .description("Overdue ticks that another worker than their own has run.")
        .register(registry);
    counter("jitterlab.tick.spin", each -> each.spunNs() / NS_PER_SECOND)
        .description("Time that workers have spun before deadlines.")
        .baseUnit("seconds")
        .register(registry);
  }

  private Gauge.Builder<TickScheduler> gauge(String name, ToDoubleFunction<TickScheduler> figure) {
    return Gauge.builder(name, scheduler, figure).tags(tags);
  }

  private FunctionCounter.Builder<TickScheduler> counter(
      String name, ToDoubleFunction<TickScheduler> figure) {
    return FunctionCounter.builder(name, scheduler, figure).tags(tags);
  }
}
