package dev.jitterlab.micrometer;

import dev.jitterlab.tick.BudgetAction;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.recording.TickRecorder;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Shows ticks as Micrometer meters: make it a scheduler's listener, and bind it to a registry.
 *
 * <pre>{@code
 * TickRecorder recorder = new TickRecorder();
 * TickMeters meters = new TickMeters(recorder);
 * meters.bindTo(registry);
 * try (TickScheduler scheduler = TickScheduler.partitioned().listener(meters).build()) {
 *   new SchedulerMeters(scheduler).bindTo(registry);
 * }
 * }</pre>
 *
 * <p>Timers: {@code jitterlab.tick.execution}, {@code .wait}, {@code .total}, {@code .drift}, and
 * {@code .drift.early} (how much too early a tick started: timers know no negative times).
 * Percentiles and buckets are the registry's, by its {@code MeterFilter}s. Counters: {@code
 * jitterlab.ticks}, {@code jitterlab.ticks.late} by {@code threshold}, {@code
 * jitterlab.ticks.missed} and {@code jitterlab.tick.late.actions} by {@code action}, {@code
 * jitterlab.ticks.overdue}, {@code .surplus}, {@code .reanchored}, {@code .over.budget} and {@code
 * jitterlab.tick.budget.actions} by {@code action}. With Prometheus these have the names that the
 * observer gives them, such as {@code jitterlab_ticks_late_total}.
 *
 * <p>A tick is told to the recorder and to the timers of each registry, and allocates nothing here;
 * what a timer allocates is up to its registry (the simple and the Prometheus one: nothing). The
 * counters are read from the recorder when the registry asks.
 *
 * <p>Thread-safe. Registries refer to the recorder weakly: keep it, or the scheduler that has this
 * listener, as long as the counters are wanted.
 */
public final class TickMeters implements MeterBinder, TickListener {
  private final TickRecorder recorder;
  private final Tags tags;

  /** Replaced as a whole when a registry is added, so that a tick reads it without a lock. */
  private volatile TickTimers[] timers = {};

  /** Creates meters without tags of their own; every tick is also told to {@code recorder}. */
  public TickMeters(TickRecorder recorder) {
    this(recorder, List.of());
  }

  /** Creates meters that all carry these tags; every tick is also told to {@code recorder}. */
  public TickMeters(TickRecorder recorder, Iterable<Tag> tags) {
    this.recorder = Objects.requireNonNull(recorder, "recorder");
    this.tags = Tags.of(tags);
  }

  /**
   * Adds the meters to a registry; ticks count in its timers from now on. To bind a registry again
   * changes nothing, unless its meters were removed meanwhile: then it adds them again.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    addCounters(registry);
    TickTimers added = new TickTimers(registry, tags);
    synchronized (this) {
      Stream<TickTimers> others = Stream.of(timers).filter(each -> each.registry != registry);
      timers = Stream.concat(others, Stream.of(added)).toArray(TickTimers[]::new);
    }
  }

  @Override
  public void onTick(Tick tick) {
    recorder.onTick(tick);
    for (TickTimers each : timers) {
      each.record(tick);
    }
  }

  private void addCounters(MeterRegistry registry) {
    counter("jitterlab.ticks", TickRecorder::ticks)
        .description("Ticks executed.")
        .register(registry);
    for (LateThreshold threshold : LateThreshold.values()) {
      counter("jitterlab.ticks.late", ticks -> ticks.lateTicks(threshold))
          .description("Ticks whose total time is above threshold x period.")
          .tag("threshold", threshold.label())
          .register(registry);
    }
    for (LateAction action : EnumSet.complementOf(EnumSet.of(LateAction.NONE))) {
      counter("jitterlab.ticks.missed", ticks -> ticks.missedPeriods(action))
          .description(
              "Periods that had no tick of their own, by what was done about the late tick.")
          .tag("action", action.label())
          .register(registry);
      counter("jitterlab.tick.late.actions", ticks -> ticks.lateActions(action))
          .description(
              "Ticks that started after the next one was due, by what was done about it;"
                  + " slow-down also counts ticks on time at the reduced rate.")
          .tag("action", action.label())
          .register(registry);
    }
    counter("jitterlab.ticks.overdue", TickRecorder::overduePeriods)
        .description("Periods that were over before their own tick began, or that had none.")
        .register(registry);
    counter("jitterlab.ticks.surplus", TickRecorder::surplusPeriods)
        .description("Ticks more than periods, of tasks that are only watched.")
        .register(registry);
    counter("jitterlab.ticks.reanchored", TickRecorder::reanchoredTicks)
        .description("Ticks that started a new schedule.")
        .register(registry);
    counter("jitterlab.ticks.over.budget", TickRecorder::overBudgetTicks)
        .description("Ticks that took longer than the budget of their task.")
        .register(registry);
    for (BudgetAction action : EnumSet.complementOf(EnumSet.of(BudgetAction.NONE))) {
      counter("jitterlab.tick.budget.actions", ticks -> ticks.budgetActions(action))
          .description("Decisions about quarantine.")
          .tag("action", action.label())
          .register(registry);
    }
  }

  private FunctionCounter.Builder<TickRecorder> counter(
      String name, ToDoubleFunction<TickRecorder> figure) {
    return FunctionCounter.builder(name, recorder, figure).tags(tags);
  }

  /** The timers of one registry. */
  private static final class TickTimers {
    private final MeterRegistry registry;
    private final Timer execution;
    private final Timer wait;
    private final Timer total;
    private final Timer drift;
    private final Timer driftEarly;

    TickTimers(MeterRegistry registry, Tags tags) {
      this.registry = registry;
      execution = timer(registry, tags, "execution", "End - start of a tick.");
      wait = timer(registry, tags, "wait", "Start of a tick - previous end.");
      total = timer(registry, tags, "total", "Execution + wait of a tick.");
      drift = timer(registry, tags, "drift", "Start of a tick - perfect schedule.");
      driftEarly =
          timer(registry, tags, "drift.early", "Perfect schedule - start, of ticks started early.");
    }

    private static Timer timer(MeterRegistry registry, Tags tags, String part, String description) {
      return Timer.builder("jitterlab.tick." + part)
          .description(description)
          .tags(tags)
          .register(registry);
    }

    void record(Tick tick) {
      execution.record(tick.executionNs(), TimeUnit.NANOSECONDS);
      long driftNs = tick.driftNs();
      if (driftNs >= 0) {
        drift.record(driftNs, TimeUnit.NANOSECONDS);
      } else {
        driftEarly.record(-driftNs, TimeUnit.NANOSECONDS);
      }
      if (tick.hasPrevious()) {
        wait.record(tick.waitNs(), TimeUnit.NANOSECONDS);
        total.record(tick.totalNs(), TimeUnit.NANOSECONDS);
      }
    }
  }
}
