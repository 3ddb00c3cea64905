package dev.jitterlab.observer;

import dev.jitterlab.tick.recording.ThreadTimesTotals;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Shows the ticks whose thread times were read, as summaries of a count and a sum with the label
 * {@code sample}: {@code late}, or {@code on-time} for every 256th tick. A share of drift or
 * execution is one sum divided by another of the same label.
 */
final class ThreadTimesMetrics {
  private ThreadTimesMetrics() {}

  static void add(List<MetricSnapshot> snapshots, TickRecorder recorder) {
    Collections.addAll(
        snapshots,
        summary(
            "drift", "Drift of ticks whose thread was read.", recorder, ThreadTimesTotals::driftNs),
        summary(
            "run_queue",
            "Part of the drift in which the thread waited for a CPU.",
            recorder,
            ThreadTimesTotals::runQueueDelayNs),
        summary(
            "execution",
            "Execution of ticks whose thread was read.",
            recorder,
            ThreadTimesTotals::executionNs),
        summary("cpu", "CPU time of the execution.", recorder, ThreadTimesTotals::cpuNs),
        summary(
            "execution_run_queue",
            "Part of the execution in which the thread waited for a CPU.",
            recorder,
            ThreadTimesTotals::executionRunQueueDelayNs));
  }

  private static SummarySnapshot summary(
      String part, String help, TickRecorder recorder, ToLongFunction<ThreadTimesTotals> ns) {
    return SummarySnapshot.builder()
        .name("jitterlab_tick_thread_" + part + "_seconds")
        .help(help)
        .dataPoint(dataPoint("late", recorder.lateThreadTimes(), ns))
        .dataPoint(dataPoint("on-time", recorder.sampledThreadTimes(), ns))
        .build();
  }

  private static SummaryDataPointSnapshot dataPoint(
      String sample, ThreadTimesTotals totals, ToLongFunction<ThreadTimesTotals> ns) {
    return SummaryDataPointSnapshot.builder()
        .labels(Labels.of("sample", sample))
        .count(totals.ticks())
        .sum(ns.applyAsLong(totals) / 1e9)
        .build();
  }
}
