package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.ticks.EventTicks.Tick;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a tick log of ticks whose starts and ends are known: a line for every metric and second,
 * from the first tick's start on, also an empty one.
 *
 * <p>Tick <i>i</i> is due at the start of tick 0 + <i>i</i> × period: the absolute schedule,
 * anchored at the first tick and never anew. So a server that is a little slower than its rate
 * drifts more and more, and one that leaves ticks out is early by as many periods; its totals say
 * how regular it is. A tick belongs to the second in which it starts. Of ticks that overlap, as
 * those of several loops do, the wait is 0 and the total the execution.
 */
final class EventTickLog {
  private static final long SECOND_NS = 1_000_000_000;
  private static final int DIGITS = 3;

  private final long periodNs;
  private final long firstNs;
  private final HistogramLogWriter writer;
  private final Map<String, Histogram> second = new LinkedHashMap<>();
  private long secondStartNs;

  private EventTickLog(long periodNs, long firstNs, PrintStream out) {
    this.periodNs = periodNs;
    this.firstNs = firstNs;
    this.secondStartNs = firstNs;
    this.writer = new HistogramLogWriter(out);
    for (String tag : List.of("execution", "wait", "total", "drift", "drift-early")) {
      second.put(tag, new Histogram(DIGITS));
    }
    writer.outputComment("[jitterlab tick log, of flight recorder events; values in nanoseconds]");
    writer.outputLogFormatVersion();
    writer.outputLegend();
  }

  /**
   * Writes the file whole or not at all.
   *
   * @param ticks at least one, in order of their start
   */
  static void write(List<Tick> ticks, long periodNs, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (PrintStream out =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(part)), false, StandardCharsets.UTF_8)) {
      new EventTickLog(periodNs, ticks.getFirst().startNs(), out).write(ticks);
      if (out.checkError()) {
        throw new IOException(part + " cannot be written; is the disk full?");
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void write(List<Tick> ticks) {
    for (int i = 0; i < ticks.size(); i++) {
      Tick tick = ticks.get(i);
      while (tick.startNs() - secondStartNs >= SECOND_NS) {
        endSecond();
      }
      long driftNs = tick.startNs() - (firstNs + i * periodNs);
      long executionNs = tick.endNs() - tick.startNs();
      record("execution", executionNs);
      record(driftNs < 0 ? "drift-early" : "drift", Math.abs(driftNs));
      if (i > 0) {
        long waitNs = Math.max(0, tick.startNs() - ticks.get(i - 1).endNs());
        record("wait", waitNs);
        record("total", waitNs + executionNs);
      }
    }
    endSecond();
  }

  private void record(String tag, long valueNs) {
    second.get(tag).recordValue(valueNs);
  }

  private void endSecond() {
    for (Map.Entry<String, Histogram> tagged : second.entrySet()) {
      Histogram histogram = tagged.getValue();
      histogram.setTag(tagged.getKey()); // a reset takes it away
      histogram.setStartTimeStamp(secondStartNs / 1_000_000);
      histogram.setEndTimeStamp((secondStartNs + SECOND_NS) / 1_000_000);
      writer.outputIntervalHistogram(histogram);
      histogram.reset();
    }
    secondStartNs += SECOND_NS;
  }
}
