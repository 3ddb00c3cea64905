package dev.jitterlab.locks;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
  private final List<Integer> locks; // by number, from 0
  private final long[] before;
  private final long[] longestNs;

  LockMetrics(Competition competition, ConvoyFinder convoys) {
    this.competition = competition;
    this.convoys = convoys;
    this.locks =
        IntStream.range(0, convoys.hotLocks()).boxed().collect(Collectors.toUnmodifiableList());
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
    for (int i = 0; i < now.length; i++) {
      since[i] = now[i] - before[i];
      before[i] = now[i];
    }
    List<MetricSnapshot> snapshots = new ArrayList<>(ThreadShares.gauges(since, now));
    snapshots.addAll(
        List.of(
            longestWaits(),
            Snapshots.counter(
                "jitterlab_lock_acquisitions",
                "How often a thread got a lock.",
                LongStream.of(now).sum()),
            Snapshots.counter(
                "jitterlab_lock_endings",
                "How acquisitions ended.",
                List.of(Ending.values()),
                ending -> Labels.of("how", ending.word()),
                ending -> sum(competitor -> competitor.ended(ending))),
            Snapshots.counter(
                "jitterlab_context_switches",
                "How often competing threads were switched out.",
                "kind",
                Map.of(
                    "voluntary", sum(competitor -> competitor.switches().voluntary()),
                    "forced", sum(competitor -> competitor.switches().forced()))),
            Snapshots.counter(
                "jitterlab_lock_convoys",
                "Convoys at a lock (docs/locks.md).",
                locks,
                LockMetrics::ofLock,
                convoys::convoys),
            Snapshots.counter(
                "jitterlab_lock_convoy_seconds",
                "How long a lock had a convoy.",
                locks,
                LockMetrics::ofLock,
                convoys::convoySeconds),
            Snapshots.counter(
                "jitterlab_lock_any_convoy_seconds",
                "How long at least one lock had a convoy.",
                convoys.anySeconds()),
            Snapshots.gauge(
                "jitterlab_lock_waiting_threads",
                "Threads that waited for a lock in the last half second, on average.",
                locks,
                LockMetrics::ofLock,
                convoys::waiting)));
    return new MetricSnapshots(snapshots);
  }

  private static Labels ofLock(int lock) {
    return Labels.of("lock", Integer.toString(lock + 1));
  }

  private MetricSnapshot longestWaits() {
    long nowNs = System.nanoTime();
    long[] since = new long[longestNs.length];
    for (int i = 0; i < since.length; i++) {
      since[i] = competition.competitors().get(i).takeLongestWait(nowNs);
      longestNs[i] = Math.max(longestNs[i], since[i]);
    }
    Map<Labels, Double> seconds = new LinkedHashMap<>();
    longestWaits(seconds, "scrape", since);
    longestWaits(seconds, "start", longestNs);
    return Snapshots.gauge(
        "jitterlab_lock_longest_wait_seconds",
        "Each thread's longest wait: the longest, the middle and the shortest of them.",
        seconds.keySet(),
        Function.identity(),
        seconds::get);
  }

  private static void longestWaits(Map<Labels, Double> seconds, String window, long[] ofThreads) {
    long[] sorted = ofThreads.clone();
    Arrays.sort(sorted);
    long[] chosen = {sorted[sorted.length - 1], sorted[sorted.length / 2], sorted[0]};
    String[] names = {"longest", "middle", "shortest"};
    for (int i = 0; i < names.length; i++) {
      seconds.put(Labels.of("window", window, "thread", names[i]), chosen[i] / NS_PER_SECOND);
    }
  }

  private double sum(ToLongFunction<Competitor> count) {
    return (double) competition.competitors().stream().mapToLong(count).sum();
  }
}
