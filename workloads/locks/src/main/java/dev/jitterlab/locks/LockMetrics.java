package dev.jitterlab.locks;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A competition as Prometheus metrics: {@code jitterlab_lock_acquisitions_total}, {@code
 * jitterlab_lock_endings_total{how}}, {@code jitterlab_context_switches_total{kind}}, and who got
 * how much: {@code jitterlab_lock_busiest_thread_ratio{window}} and {@code
 * jitterlab_lock_idlest_thread_ratio{window}}, a thread's acquisitions by those of the mean thread,
 * since the scrape before and since the start. All the work is done when scraped.
 */
final class LockMetrics implements MultiCollector {
  private final Competition competition;
  private final long[] before;

  private LockMetrics(Competition competition) {
    this.competition = competition;
    this.before = new long[competition.competitors().size()];
  }

  static void register(PrometheusRegistry registry, Competition competition) {
    registry.register(new LockMetrics(competition));
  }

  @Override
  public synchronized MetricSnapshots collect() {
    long[] now = competition.competitors().stream().mapToLong(Competitor::acquisitions).toArray();
    long[] since = new long[now.length];
    long all = 0;
    for (int i = 0; i < now.length; i++) {
      since[i] = now[i] - before[i];
      before[i] = now[i];
      all += now[i];
    }
    List<MetricSnapshot> snapshots = new ArrayList<>();
    snapshots.add(
        CounterSnapshot.builder()
            .name("jitterlab_lock_acquisitions")
            .help("How often a thread got a lock.")
            .dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder().value((double) all).build())
            .build());
    snapshots.add(endings());
    GaugeSnapshot.Builder busiest =
        GaugeSnapshot.builder()
            .name("jitterlab_lock_busiest_thread_ratio")
            .help("Acquisitions of the thread that has most, by those of the mean thread.");
    GaugeSnapshot.Builder idlest =
        GaugeSnapshot.builder()
            .name("jitterlab_lock_idlest_thread_ratio")
            .help("Acquisitions of the thread that has fewest, by those of the mean thread.");
    share(busiest, idlest, "scrape", since);
    share(busiest, idlest, "start", now);
    snapshots.add(busiest.build());
    snapshots.add(idlest.build());
    snapshots.add(switches());
    return new MetricSnapshots(snapshots);
  }

  private MetricSnapshot endings() {
    CounterSnapshot.Builder endings =
        CounterSnapshot.builder().name("jitterlab_lock_endings").help("How acquisitions ended.");
    for (Ending ending : Ending.values()) {
      endings.dataPoint(
          CounterSnapshot.CounterDataPointSnapshot.builder()
              .labels(Labels.of("how", ending.word()))
              .value(
                  competition.competitors().stream()
                      .mapToDouble(competitor -> (double) competitor.ended(ending))
                      .sum())
              .build());
    }
    return endings.build();
  }

  /** Adds nothing where nobody got a lock. */
  private static void share(
      GaugeSnapshot.Builder busiest, GaugeSnapshot.Builder idlest, String window, long[] counts) {
    long sum = 0;
    long most = 0;
    long fewest = Long.MAX_VALUE;
    for (long count : counts) {
      sum += count;
      most = Math.max(most, count);
      fewest = Math.min(fewest, count);
    }
    if (sum > 0) {
      double mean = (double) sum / counts.length;
      busiest.dataPoint(point(window, most / mean));
      idlest.dataPoint(point(window, fewest / mean));
    }
  }

  private double sum(ToLongFunction<ContextSwitches> count) {
    return (double)
        competition.competitors().stream().map(Competitor::switches).mapToLong(count).sum();
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(String window, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder()
        .labels(Labels.of("window", window))
        .value(value)
        .build();
  }

  private MetricSnapshot switches() {
    return CounterSnapshot.builder()
        .name("jitterlab_context_switches")
        .help("How often competing threads were switched out.")
        .dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of("kind", "voluntary"))
                .value(sum(ContextSwitches::voluntary))
                .build())
        .dataPoint(
            CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of("kind", "forced"))
                .value(sum(ContextSwitches::forced))
                .build())
        .build();
  }
}
