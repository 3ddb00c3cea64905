package dev.jitterlab.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
  private static final int KEPT = 400;
  private static final List<String> TAGS =
      List.of("execution", "wait", "total", "drift", "drift-early", "lock-wait");

  /** What was written last: most tests ask for the logs of the same servers. */
  private static final Map<Log, byte[]> WRITTEN =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Log, byte[]> eldest) {
          return size() > KEPT;
        }
      };

  /** All that decides what a log has in it. */
  private record Log(
      String id,
      double medianDriftNs,
      double from,
      double measuredFrom,
      double slowUntil,
      double to) {}

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
    Log log = new Log(id, medianDriftNs, from, measuredFrom, slowUntil, to);
    synchronized (WRITTEN) {
      Files.write(file, WRITTEN.computeIfAbsent(log, TickLogFixture::text));
    }
  }

  private static byte[] text(Log log) {
    SplittableRandom random = new SplittableRandom(log.id.hashCode());
    double median = log.medianDriftNs * Math.exp(INSTANCE_SPREAD * random.nextGaussian());
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime((long) (1_000 * log.from));
      writer.outputLegend();
      Map<String, Histogram> tags = new LinkedHashMap<>();
      for (String tag : TAGS) {
        tags.put(tag, new Histogram(3));
      }
      long startMs = (long) (1_000 * log.from) + 400;
      for (; startMs + 1_000 <= 1_000 * log.to; startMs += 1_000) {
        double factor = startMs < 1_000 * log.measuredFrom ? 2 : 1;
        double executionNs = startMs < 1_000 * log.slowUntil ? 5_000_000 : 1_000_000;
        record(tags, factor * median, executionNs, random);
        for (Map.Entry<String, Histogram> tagged : tags.entrySet()) {
          Histogram histogram = tagged.getValue();
          histogram.setTag(tagged.getKey());
          histogram.setStartTimeStamp(startMs);
          histogram.setEndTimeStamp(startMs + 1_000);
          writer.outputIntervalHistogram(histogram);
        }
      }
    }
    return text.toByteArray();
  }

  /** A second's ticks, in place of those that are in the histograms. */
  private static void record(
      Map<String, Histogram> tags,
      double medianDriftNs,
      double medianExecutionNs,
      SplittableRandom random) {
    tags.values().forEach(Histogram::reset);
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
  }
}
