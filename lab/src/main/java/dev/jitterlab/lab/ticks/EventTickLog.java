package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a tick log of ticks whose times are known: a line for every metric and second, from the
 * first tick's start on, also an empty one. A tick belongs to the second in which it ends, as in
 * the logs of servers that write their own: {@link Window#holds} takes a line that ends after the
 * measurement for its longest value, which has surely begun within the measurement only if values
 * are written down at their end.
 */
final class EventTickLog {
  private static final long SECOND_NS = 1_000_000_000;
  private static final int DIGITS = 3;

  /** The first line; it changes with the meaning of what follows. */
  static final String TITLE =
      "[jitterlab tick log, of flight recorder events by their end, watched schedule moved"
          + " once after 100 ticks near it, to the measurement's end; values in nanoseconds]";

  private final HistogramLogWriter writer;
  private final Map<String, Histogram> second = new LinkedHashMap<>();
  private long secondStartNs;

  private EventTickLog(long firstNs, PrintStream out) {
    this.secondStartNs = firstNs;
    this.writer = new HistogramLogWriter(out);
    for (String tag : List.of("execution", "wait", "total", "drift", "drift-early")) {
      second.put(tag, new Histogram(DIGITS));
    }
    writer.outputComment(TITLE);
    writer.outputLogFormatVersion();
    writer.outputLegend();
  }

  /**
   * Writes the file whole or not at all.
   *
   * @param ticks at least one, in order of their start
   * @param untilNs to when the recording was to go on, in nanoseconds since the epoch: seconds
   *     without a tick up to then are no gap of the recording
   */
  static void write(List<EventTick> ticks, long untilNs, Path file) throws IOException {
    WholeFile.write(
        file,
        bytes -> {
          PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
          new EventTickLog(ticks.getFirst().startNs(), out).write(ticks, untilNs);
          if (out.checkError()) {
            throw new IOException(file + " cannot be written; is the disk full?");
          }
        });
  }

  private void write(List<EventTick> ticks, long untilNs) {
    List<EventTick> byEnd =
        ticks.stream().sorted(Comparator.comparingLong(EventTick::endNs)).toList();
    for (EventTick tick : byEnd) {
      while (tick.endNs() - secondStartNs >= SECOND_NS) {
        endSecond();
      }
      record("execution", tick.executionNs());
      record(tick.driftNs() < 0 ? "drift-early" : "drift", Math.abs(tick.driftNs()));
      if (tick.hasPrevious()) {
        record("wait", tick.waitNs());
        record("total", tick.totalNs());
      }
    }
    do {
      endSecond();
    } while (secondStartNs < untilNs);
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
