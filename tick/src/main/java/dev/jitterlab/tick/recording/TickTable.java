package dev.jitterlab.tick.recording;

import dev.jitterlab.tick.LateThreshold;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The four times of ticks as a table for people. */
final class TickTable {
  private static final double NS_PER_MS = 1e6;
  private static final List<TickMetric> ROWS =
      List.of(TickMetric.EXECUTION, TickMetric.WAIT, TickMetric.TOTAL, TickMetric.DRIFT);

  private TickTable() {}

  /** Returns the table of all that the histograms have. */
  static String of(TickRecorder recorder, Map<TickMetric, Histogram> histograms) {
    long all = recorder.ticks();
    if (all == 0) {
      return "no ticks so far";
    }
    long late = recorder.lateTicks(LateThreshold.X1_1);
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "%d ticks, %d late (%.3g %%), %d periods without a tick on time%n",
            all,
            late,
            100.0 * late / all,
            recorder.overduePeriods()));
    long shown = histograms.get(TickMetric.EXECUTION).getTotalCount();
    if (shown < all) {
      table.append(String.format(Locale.ROOT, "of the last %d ticks:%n", shown));
    }
    table.append(
        String.format(Locale.ROOT, "%-10s%10s%10s%10s%10s%n", "ms", "p50", "p90", "p99", "max"));
    for (TickMetric metric : ROWS) {
      Histogram times = histograms.get(metric);
      table.append(
          String.format(
              Locale.ROOT,
              "%-10s%10s%10s%10s%10s%n",
              metric.label(),
              ms(times.getValueAtPercentile(50)),
              ms(times.getValueAtPercentile(90)),
              ms(times.getValueAtPercentile(99)),
              ms(times.getMaxValue())));
    }
    return table.toString().stripTrailing();
  }

  private static String ms(long ns) {
    return String.format(Locale.ROOT, "%.4f", ns / NS_PER_MS);
  }
}
