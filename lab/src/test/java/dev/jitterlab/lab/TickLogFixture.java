package dev.jitterlab.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes tick logs as the servers do: a line a second and tag, not aligned with whole seconds. */
final class TickLogFixture {
  static final int TICKS_PER_SECOND = 200;

  private static final long PERIOD_NS = 50_000_000;
  private static final long EARLY_NS = 1_000_000;
  private static final double INSTANCE_SPREAD = 0.05;

  private TickLogFixture() {}

  /**
   * Drift is log-normal about the median, times a factor of the instance's own; twice that while it
   * warms up. The first tick of every line is a millisecond early. Executions are log-normal about
   * 1 ms, and five times that up to {@code slowUntil}. Waits for locks are as long as ticks are
   * late.
   */
  static void write(
      Path file,
      String id,
      double medianDriftNs,
      double from,
      double measuredFrom,
      double slowUntil,
      double to)
      throws IOException {
    SplittableRandom random = new SplittableRandom(id.hashCode());
    double median = medianDriftNs * Math.exp(INSTANCE_SPREAD * random.nextGaussian());
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime((long) (1_000 * from));
      writer.outputLegend();
      long startMs = (long) (1_000 * from) + 400;
      for (; startMs + 1_000 <= 1_000 * to; startMs += 1_000) {
        double factor = startMs < 1_000 * measuredFrom ? 2 : 1;
        double executionNs = startMs < 1_000 * slowUntil ? 5_000_000 : 1_000_000;
        for (Map.Entry<String, Histogram> tagged :
            second(factor * median, executionNs, random).entrySet()) {
          Histogram histogram = tagged.getValue();
          histogram.setTag(tagged.getKey());
          histogram.setStartTimeStamp(startMs);
          histogram.setEndTimeStamp(startMs + 1_000);
          writer.outputIntervalHistogram(histogram);
        }
      }
    }
  }

  private static Map<String, Histogram> second(
      double medianDriftNs, double medianExecutionNs, SplittableRandom random) {
    Map<String, Histogram> tags = new LinkedHashMap<>();
    for (String tag :
        new String[] {"execution", "wait", "total", "drift", "drift-early", "lock-wait"}) {
      tags.put(tag, new Histogram(3));
    }
    long previousDriftNs = 0;
    for (int tick = 0; tick < TICKS_PER_SECOND; tick++) {
      long executionNs = (long) (medianExecutionNs * Math.exp(0.3 * random.nextGaussian()));
      long lateNs = (long) (medianDriftNs * Math.exp(0.5 * random.nextGaussian()));
      long driftNs = tick == 0 ? -EARLY_NS : lateNs;
      long totalNs = Math.max(executionNs, PERIOD_NS + driftNs - previousDriftNs);
      tags.get("execution").recordValue(executionNs);
      tags.get("total").recordValue(totalNs);
      tags.get("wait").recordValue(totalNs - executionNs);
      tags.get(driftNs < 0 ? "drift-early" : "drift").recordValue(Math.abs(driftNs));
      tags.get("lock-wait").recordValue(lateNs);
      previousDriftNs = driftNs;
    }
    return tags;
  }
}
