package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A measurement from second 10 to second 20; lines of the log begin where they like. */
class StraddlingLineTest {
  private static final Window MEASURED = new Window(10, 20);
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private Path log;

  @BeforeEach
  void writeTenWholeSeconds() throws IOException {
    log = folder.resolve("ticks.hlog");
    for (int second = 10; second < 19; second++) {
      line("execution", second + 0.4, second + 1.4, 1);
    }
  }

  @Test
  void countsAPauseThatEndsAfterTheMeasurement() throws IOException {
    line("execution", 19.4, 22.4, 2_900);

    MeasuredTicks ticks = read().ticks();
    assertEquals(10, ticks.count());
    assertEquals(2.9, ticks.of(TickTime.EXECUTION).maxNs() / 1e9, 0.01);
    assertEquals(0, ticks.gapRatio(), 1e-9);
  }

  @Test
  void countsATickThatHasBegunInTheMeasurementThoughItsLineHasNot() throws IOException {
    line("execution", 19.4, 20.4, 1);
    line("execution", 20.4, 21.4, 1_800);

    assertEquals(1.8, read().ticks().of(TickTime.EXECUTION).maxNs() / 1e9, 0.01);
  }

  @Test
  void countsAnAnswerThatWasDueInTheMeasurement() throws IOException {
    line("response;target=pool%2F1", 15, 16, 1);
    line("response;target=pool%2F1", 19.4, 22.4, 2_900);

    assertEquals(
        2.9, read().responses().get("pool/1").of(ResponseMetric.RESPONSE).maxNs() / 1e9, 0.01);
  }

  @Test
  void countsAStallOfTheControlThatEndsAfterTheMeasurement() throws IOException {
    line("drift", 19.4, 22.4, 2_900);

    List<TickInterval> drift = new ArrayList<>();
    TickLog.forEachWithin(log, TickTime.DRIFT, MeasuredWindows.of(MEASURED), drift::add);
    assertEquals(1, drift.size());
  }

  @Test
  void leavesOutWhatMayHaveBegunLater() throws IOException {
    line("execution", 19.4, 20.4, 300);
    line("execution", 20.4, 21.4, 1_300);

    assertEquals(9, read().ticks().count());
  }

  @Test
  void leavesOutAPauseThatBeganInTheWarmUp() throws IOException {
    log = folder.resolve("warm-up.hlog");
    line("execution", 8, 11, 2_900);

    assertEquals(0, read().ticks().count());
  }

  /** Two slices of three seconds, each with two whole lines: 4 of 6 seconds are recorded. */
  @Test
  void countsAsManyFailuresAsBelongToTheSecondsOfTheLines() throws IOException {
    log = folder.resolve("slices.hlog");
    for (double second : new double[] {9.4, 10.4, 11.4, 12.4, 19.4, 20.4, 21.4, 22.4}) {
      line("response;target=pool%2F1", second, second + 1, 1);
    }
    MeasuredWindows slices = new MeasuredWindows(List.of(new Window(10, 13), new Window(20, 23)));
    MeasuredResponses responses =
        MeasuredLog.read(log, slices, _ -> slices).responses().get("pool/1");

    assertEquals(4, responses.of(ResponseMetric.RESPONSE).count());
    assertEquals(20, responses.besideLines(30, slices), 0.1);
    assertEquals(1, responses.besideLines(1, slices), 0, "one that was counted is not lost");
    assertEquals(0, responses.besideLines(0, slices), 0);
    assertEquals(30, MeasuredResponses.NONE.besideLines(30, slices), 0);
  }

  private MeasuredLog read() {
    return MeasuredLog.read(log, MeasuredWindows.of(MEASURED), _ -> MeasuredWindows.of(MEASURED));
  }

  private void line(String tag, double from, double to, long valueMs) throws IOException {
    boolean isNew = !Files.exists(log);
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      if (isNew) {
        writer.outputLogFormatVersion();
        writer.outputLegend();
      }
      Histogram histogram = new Histogram(3);
      histogram.recordValue(valueMs * MS);
      histogram.setTag(tag);
      histogram.setStartTimeStamp((long) (1_000 * from));
      histogram.setEndTimeStamp((long) (1_000 * to));
      writer.outputIntervalHistogram(histogram);
    }
  }
}
