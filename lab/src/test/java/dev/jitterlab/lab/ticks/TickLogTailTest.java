package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickLogTailTest {
  @TempDir private Path folder;

  /** Whatever the part that is written at a time, each line is read once, and as if at once. */
  @Test
  void readsALogWhileItIsWritten() throws IOException {
    byte[] whole = log();
    Path complete = Files.write(folder.resolve("complete.hlog"), whole);
    for (int part : new int[] {1, 7, 100, 1_000}) {
      Path growing = folder.resolve("growing-" + part + ".hlog");
      TickLogTail tail = new TickLogTail(growing);
      List<TickInterval> read = new ArrayList<>();
      for (int end = 0; end < whole.length; end += part) {
        Files.write(growing, Arrays.copyOf(whole, end));
        tail.readNew(read::add);
      }
      Files.write(growing, whole);
      tail.readNew(read::add);
      tail.readNew(read::add);
      assertEquals(
          TickLog.read(complete).intervals().stream().map(TickInterval::window).toList(),
          read.stream().map(TickInterval::window).toList());
    }
  }

  private static byte[] log() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputBaseTime(1_800_000_000_000L);
      writer.setBaseTime(1_800_000_000_000L);
      for (int second = 0; second < 4; second++) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(1_000L * (second + 1));
        histogram.setTag("drift");
        histogram.setStartTimeStamp(1_800_000_000_000L + 1_000L * second);
        histogram.setEndTimeStamp(1_800_000_001_000L + 1_000L * second);
        writer.outputIntervalHistogram(histogram);
      }
    }
    return bytes.toByteArray();
  }
}
