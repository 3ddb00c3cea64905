package dev.jitterlab.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes the tick log of an idle control process: 1 kHz, 60 µs late, but for the stalls. */
final class ControlLogFixture {
  private static final int TICKS_PER_SECOND = 1_000;
  private static final long NORMAL_NS = 60_000;
  private static final long NS_PER_MILLI = 1_000_000;

  private ControlLogFixture() {}

  /**
   * A stall of n milliseconds makes n ticks late, by n, n − 1, … 1 ms.
   *
   * @param stallMillis which of the log's seconds, counted from that in which the measurement
   *     begins, has a stall, and how long it is
   */
  static void write(
      Path file, double from, double measuredFrom, double to, Map<Integer, Integer> stallMillis)
      throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputStartTime((long) (1_000 * from));
      writer.outputLegend();
      for (long startMs = (long) (1_000 * from) + 400;
          startMs + 1_000 <= 1_000 * to;
          startMs += 1_000) {
        int second = (int) Math.floorDiv(startMs - (long) (1_000 * measuredFrom), 1_000L);
        int stalled = stallMillis.getOrDefault(second, 0);
        Histogram drift = new Histogram(3);
        for (int tick = 0; tick < TICKS_PER_SECOND; tick++) {
          drift.recordValue(tick < stalled ? (stalled - tick) * NS_PER_MILLI : NORMAL_NS);
        }
        drift.setTag("drift");
        drift.setStartTimeStamp(startMs);
        drift.setEndTimeStamp(startMs + 1_000);
        writer.outputIntervalHistogram(drift);
      }
    }
  }
}
