package dev.jitterlab.locks;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/**
 * How unequal the threads' acquisitions are, as gauges with the label {@code window}. {@code
 * scrape} is the time since the scrape before, and {@code start} all the time. A window in which
 * nobody got a lock has no value.
 */
final class ThreadShares {
  private final GaugeSnapshot.Builder busiest =
      gauge("busiest_thread", "Acquisitions of the thread that has most, by the mean thread's.");
  private final GaugeSnapshot.Builder idlest =
      gauge("idlest_thread", "Acquisitions of the thread that has fewest, by the mean thread's.");

  /** A thread without an acquisition counts as one with one, so that the ratio is a lower bound. */
  private final GaugeSnapshot.Builder busiestToIdlest =
      gauge(
          "busiest_to_idlest",
          "Acquisitions of the thread that has most, by those of the thread that has fewest.");

  private ThreadShares() {}

  /**
   * The gauges of both windows.
   *
   * @param sinceScrape the acquisitions of each thread since the scrape before
   * @param sinceStart the acquisitions of each thread since the start
   */
  static List<MetricSnapshot> gauges(long[] sinceScrape, long[] sinceStart) {
    ThreadShares shares = new ThreadShares();
    shares.add("scrape", LongStream.of(sinceScrape).summaryStatistics());
    shares.add("start", LongStream.of(sinceStart).summaryStatistics());
    return List.of(shares.busiest.build(), shares.idlest.build(), shares.busiestToIdlest.build());
  }

  private void add(String window, LongSummaryStatistics counts) {
    if (counts.getSum() > 0) {
      busiest.dataPoint(point(window, counts.getMax() / counts.getAverage()));
      idlest.dataPoint(point(window, counts.getMin() / counts.getAverage()));
      busiestToIdlest.dataPoint(
          point(window, (double) counts.getMax() / Math.max(1, counts.getMin())));
    }
  }

  private static GaugeSnapshot.Builder gauge(String whose, String help) {
    return GaugeSnapshot.builder().name("jitterlab_lock_" + whose + "_ratio").help(help);
  }

  private static GaugeSnapshot.GaugeDataPointSnapshot point(String window, double value) {
    return GaugeSnapshot.GaugeDataPointSnapshot.builder()
        .labels(Labels.of("window", window))
        .value(value)
        .build();
  }
}
