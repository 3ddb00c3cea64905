package dev.jitterlab.locks;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * A competition as Prometheus metrics: {@code jitterlab_lock_acquisitions_total}, {@code
 * jitterlab_lock_endings_total{how}}, {@code jitterlab_context_switches_total{kind}}, and who got
 * how much: {@code jitterlab_lock_busiest_thread_ratio{window}} and {@code
 * jitterlab_lock_idlest_thread_ratio{window}}, a thread's acquisitions by those of the mean thread,
 * since the scrape before and since the start, and {@code
 * jitterlab_lock_busiest_to_idlest_ratio{window}}. In the same windows: {@code
 * jitterlab_lock_longest_wait_seconds{window,thread}}, each thread's longest wait, of the thread
 * whose longest wait is the longest, of the one in the middle, and of the one whose is the
 * shortest. The convoys: {@code jitterlab_lock_convoys_total{lock}}, {@code
 * jitterlab_lock_convoy_seconds_total{lock}}, {@code jitterlab_lock_any_convoy_seconds_total} and
 * {@code jitterlab_lock_waiting_threads{lock}}. All the work is done when scraped.
 */
final class LockMetrics implements MultiCollector {
  private static final double NS_PER_SECOND = 1e9;

  private final Competition competition;
  private final ConvoyFinder convoys;
  private final long[] before;
  private final long[] longestNs;

  LockMetrics(Competition competition, ConvoyFinder convoys) {
    this.competition = competition;
    this.convoys = convoys;
    this.before = new long[competition.competitors().size()];
    this.longestNs = new long[before.length];
  }

  static void register(PrometheusRegistry registry, Competition competition, ConvoyFinder convoys) {
    registry.register(new LockMetrics(competition, convoys));
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
    snapshots.addAll(Shares.gauges(since, now));
    snapshots.add(longestWaits());
    snapshots.add(switches());
    snapshots.add(
        counter("jitterlab_lock_convoys", "Convoys at a lock (docs/locks.md).", convoys::convoys));
    snapshots.add(
        counter(
            "jitterlab_lock_convoy_seconds",
            "How long a lock had a convoy.",
            convoys::convoySeconds));
    snapshots.add(
        CounterSnapshot.builder()
            .name("jitterlab_lock_any_convoy_seconds")
            .help("How long at least one lock had a convoy.")
            .dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .value(convoys.anySeconds())
                    .build())
            .build());
    GaugeSnapshot.Builder waiting =
        GaugeSnapshot.builder()
            .name("jitterlab_lock_waiting_threads")
            .help("Threads that waited for a lock in the last half second, on average.");
    for (int lock = 0; lock < convoys.hotLocks(); lock++) {
      waiting.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(ofLock(lock))
              .value(convoys.waiting(lock))
              .build());
    }
    snapshots.add(waiting.build());
    return new MetricSnapshots(snapshots);
  }

  private static Labels ofLock(int lock) {
    return Labels.of("lock", Integer.toString(lock + 1));
  }

  private MetricSnapshot counter(String name, String help, IntToDoubleFunction ofLock) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    for (int lock = 0; lock < convoys.hotLocks(); lock++) {
      counter.dataPoint(
          CounterSnapshot.CounterDataPointSnapshot.builder()
              .labels(ofLock(lock))
              .value(ofLock.applyAsDouble(lock))
              .build());
    }
    return counter.build();
  }

  private MetricSnapshot longestWaits() {
    long nowNs = System.nanoTime();
    long[] since = new long[longestNs.length];
    for (int i = 0; i < since.length; i++) {
      since[i] = competition.competitors().get(i).takeLongestWait(nowNs);
      longestNs[i] = Math.max(longestNs[i], since[i]);
    }
    GaugeSnapshot.Builder waits =
        GaugeSnapshot.builder()
            .name("jitterlab_lock_longest_wait_seconds")
            .help("Each thread's longest wait: the longest, the middle and the shortest of them.");
    longestWaits(waits, "scrape", since);
    longestWaits(waits, "start", longestNs);
    return waits.build();
  }

  private static void longestWaits(GaugeSnapshot.Builder waits, String window, long[] ofThreads) {
    long[] sorted = ofThreads.clone();
    Arrays.sort(sorted);
    long[] chosen = {sorted[sorted.length - 1], sorted[sorted.length / 2], sorted[0]};
    String[] names = {"longest", "middle", "shortest"};
    for (int i = 0; i < names.length; i++) {
      waits.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(Labels.of("window", window, "thread", names[i]))
              .value(chosen[i] / NS_PER_SECOND)
              .build());
    }
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

  private double sum(ToLongFunction<ContextSwitches> count) {
    return (double)
        competition.competitors().stream().map(Competitor::switches).mapToLong(count).sum();
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
