package dev.jitterlab.observer;

import dev.jitterlab.tick.BudgetAction;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.WaitingPeriods;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Shows a {@link TickRecorder} as Prometheus metrics: {@code jitterlab_tick_execution_seconds},
 * {@code _wait_seconds}, {@code _total_seconds}, {@code _drift_seconds} (classic and native
 * histograms), {@code jitterlab_ticks_total}, {@code jitterlab_ticks_late_total{threshold}}, {@code
 * jitterlab_ticks_failed_total}, {@code jitterlab_ticks_missed_total{action}} (periods that had no
 * tick), {@code jitterlab_ticks_overdue_total} (periods over before their tick), {@code
 * jitterlab_ticks_waiting} (those of them of which no tick has told yet), {@code
 * jitterlab_tick_waiting_seconds}, {@code jitterlab_ticks_surplus_total}, {@code
 * jitterlab_tick_late_actions_total{action}}, {@code jitterlab_ticks_reanchored_total}, {@code
 * jitterlab_ticks_over_budget_total} and {@code jitterlab_tick_budget_actions_total{action}}; and
 * by {@link ThreadTimesMetrics} where a late tick's time went.
 *
 * <p>All the work is done when scraped; a tick pays nothing for it.
 */
public final class TickMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final TickRecorder recorder;
  private final TickHistograms histograms;
  private final LongSupplier failedTicks;
  private final Supplier<WaitingPeriods> waiting;

  private TickMetrics(
      TickRecorder recorder, LongSupplier failedTicks, Supplier<WaitingPeriods> waiting) {
    this.recorder = recorder;
    this.histograms = recorder.subscribe();
    this.failedTicks = failedTicks;
    this.waiting = waiting;
  }

  /**
   * Adds the metrics of a scheduler, {@link SchedulerMetrics} among them, and of the recorder that
   * listens to it to a registry.
   */
  public static void register(
      PrometheusRegistry registry, TickRecorder recorder, TickScheduler scheduler) {
    register(registry, recorder, List.of(scheduler));
  }

  /** Adds the metrics of several schedulers, added up, and of the recorder that listens to all. */
  public static void register(
      PrometheusRegistry registry,
      TickRecorder recorder,
      List<? extends TickScheduler> schedulers) {
    register(
        registry,
        recorder,
        () -> schedulers.stream().mapToLong(TickScheduler::failedTicks).sum(),
        () ->
            schedulers.stream()
                .map(TickScheduler::waitingPeriods)
                .reduce(WaitingPeriods.NONE, WaitingPeriods::plus));
    SchedulerMetrics.register(registry, schedulers);
  }

  /** Adds the metrics to a registry, for ticks of which nobody can say which ones hang. */
  public static void register(
      PrometheusRegistry registry, TickRecorder recorder, LongSupplier failedTicks) {
    register(registry, recorder, failedTicks, null);
  }

  /**
   * Adds the metrics to a registry, for ticks of something else than one {@link TickScheduler}.
   *
   * @param failedTicks how many ticks failed so far, such as {@code scheduler::failedTicks}
   * @param waiting the periods that are over without a tick, such as {@code
   *     scheduler::waitingPeriods}, so that ticks that hang do not look as if none were due; null
   *     where that is not known
   */
  public static void register(
      PrometheusRegistry registry,
      TickRecorder recorder,
      LongSupplier failedTicks,
      Supplier<WaitingPeriods> waiting) {
    registry.register(new TickMetrics(recorder, failedTicks, waiting));
  }

  @Override
  public MetricSnapshots collect() {
    List<MetricSnapshot> snapshots = new ArrayList<>();
    histograms.read(metrics -> addHistograms(snapshots, metrics));
    Collections.addAll(
        snapshots,
        Snapshots.counter("jitterlab_ticks", "Ticks executed.", (double) recorder.ticks()),
        Snapshots.counter(
            "jitterlab_ticks_late",
            "Ticks whose total time is above threshold x period.",
            EnumSet.allOf(LateThreshold.class),
            threshold -> Labels.of("threshold", threshold.label()),
            recorder::lateTicks),
        Snapshots.counter(
            "jitterlab_ticks_failed",
            "Ticks that ended with an exception.",
            (double) failedTicks.getAsLong()),
        byAction(
            "jitterlab_ticks_missed",
            "Periods that had no tick of their own, by what was done about the late tick.",
            recorder::missedPeriods),
        Snapshots.counter(
            "jitterlab_ticks_overdue",
            "Periods that were over before their own tick began, or that had none.",
            (double) recorder.overduePeriods()),
        Snapshots.counter(
            "jitterlab_ticks_surplus",
            "Ticks more than periods, of tasks that are only watched.",
            (double) recorder.surplusPeriods()),
        byAction(
            "jitterlab_tick_late_actions",
            "Ticks that started after the next one was due, by what was done about it;"
                + " slow-down also counts ticks on time at the reduced rate.",
            recorder::lateActions),
        Snapshots.counter(
            "jitterlab_ticks_reanchored",
            "Ticks that started a new schedule.",
            (double) recorder.reanchoredTicks()),
        Snapshots.counter(
            "jitterlab_ticks_over_budget",
            "Ticks that took longer than the budget of their task.",
            (double) recorder.overBudgetTicks()),
        Snapshots.counter(
            "jitterlab_tick_budget_actions",
            "Decisions about quarantine.",
            EnumSet.complementOf(EnumSet.of(BudgetAction.NONE)),
            action -> Labels.of("action", action.label()),
            recorder::budgetActions));
    if (waiting != null) {
      addWaiting(snapshots, waiting.get());
    }
    ThreadTimesMetrics.add(snapshots, recorder);
    return new MetricSnapshots(snapshots);
  }

  private static void addWaiting(List<MetricSnapshot> snapshots, WaitingPeriods waiting) {
    snapshots.add(
        Snapshots.gauge(
            "jitterlab_ticks_waiting",
            "Periods that are over and whose own tick has not begun, not yet counted as overdue.",
            (double) waiting.count()));
    snapshots.add(
        Snapshots.gauge(
            "jitterlab_tick_waiting_seconds",
            "How long each of the waiting periods has waited at least; 0 without any.",
            waiting.leastNs() / NS_PER_SECOND));
  }

  private static void addHistograms(
      List<MetricSnapshot> snapshots, Map<TickMetric, Histogram> metrics) {
    Collections.addAll(
        snapshots,
        histogram("execution", "End - start of a tick.", metrics.get(TickMetric.EXECUTION)),
        histogram("wait", "Start of a tick - previous end.", metrics.get(TickMetric.WAIT)),
        histogram("total", "Execution + wait of a tick.", metrics.get(TickMetric.TOTAL)),
        HistogramSnapshot.builder()
            .name("jitterlab_tick_drift_seconds")
            .help("Start of a tick - perfect schedule; negative when early.")
            .dataPoint(
                SecondsHistogram.of(
                    metrics.get(TickMetric.DRIFT), metrics.get(TickMetric.DRIFT_EARLY)))
            .build());
  }

  private static HistogramSnapshot histogram(String part, String help, Histogram nanoseconds) {
    return HistogramSnapshot.builder()
        .name("jitterlab_tick_" + part + "_seconds")
        .help(help)
        .dataPoint(SecondsHistogram.of(nanoseconds))
        .build();
  }

  private static CounterSnapshot byAction(
      String name, String help, ToDoubleFunction<LateAction> value) {
    return Snapshots.counter(
        name,
        help,
        EnumSet.complementOf(EnumSet.of(LateAction.NONE)),
        action -> Labels.of("action", action.label()),
        value);
  }
}
