package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickLogTest {
  private static final long START_MS = 1_800_000_000_000L;

  @TempDir private Path folder;

  @Test
  void readsWhatHdrHistogramWrote() throws IOException {
    Path file = write(line("execution", 0, 10, 20), line("drift", 0, 30), line("wait", 1_000));

    List<TickInterval> intervals = TickLog.read(file).intervals();

    assertEquals(3, intervals.size());
    TickInterval execution = intervals.getFirst();
    assertEquals(TickTime.EXECUTION, execution.metric());
    assertEquals(START_MS / 1e3, execution.window().from(), 1e-6);
    assertEquals(START_MS / 1e3 + 1, execution.window().to(), 1e-6);
    assertEquals(20, execution.values().maxNs());
    assertEquals(START_MS / 1e3 + 1, intervals.get(2).window().from(), 1e-6);
    assertTrue(intervals.get(2).values().isEmpty());
  }

  @Test
  void agreesWithHdrHistogramsOwnReader() throws IOException {
    Path file = write(line("total", 0, 3, 70_000_000, 50_000_000), line("total", 1_000, 9));

    List<TickInterval> ours = TickLog.read(file).intervals();

    try (HistogramLogReader theirs = new HistogramLogReader(file.toFile())) {
      for (TickInterval interval : ours) {
        EncodableHistogram histogram = theirs.nextIntervalHistogram();
        assertEquals(histogram.getStartTimeStamp(), Math.round(1_000 * interval.window().from()));
        assertEquals(
            ((Histogram) histogram).getValueAtPercentile(50), interval.values().quantileNs(0.5));
        assertEquals(((Histogram) histogram).getTotalCount(), interval.values().count());
      }
    }
  }

  @Test
  void takesTimesRelativeToABaseTime() throws IOException {
    String log =
        "#[BaseTime: 1800000000.000 (seconds since epoch)]\n"
            + line("drift", 0, 30).replace("1800000000.000", "5.500");

    TickInterval interval = TickLog.read(write(log)).intervals().getFirst();

    assertEquals(1_800_000_005.5, interval.window().from(), 1e-6);
  }

  @Test
  void countsEarlyTicksAsNegativeDrift() throws IOException {
    TickLog log = TickLog.read(write(line("drift", 0, 30), line("drift-early", 0, 40, 50)));

    Distribution drift = log.measured(TickTime.DRIFT, window(0, 1));

    assertEquals(-50, drift.valueNsAt(0));
    assertEquals(30, drift.maxNs());
    assertEquals(3, drift.count());
  }

  @Test
  void measuresOnlyIntervalsWhollyInside() throws IOException {
    Path file =
        write(
            line("execution", 0, 1),
            line("execution", 1_000, 2),
            line("execution", 2_000, 3),
            line("execution", 3_000, 4));
    MeasuredTicks measured =
        MeasuredLog.read(file, MeasuredWindows.of(window(0.5, 3)), _ -> null).ticks();
    Distribution values = measured.of(TickTime.EXECUTION);

    assertEquals(2, values.valueNsAt(0));
    assertEquals(3, values.maxNs());
    assertEquals(2, measured.coveredSeconds(), 1e-6);
  }

  @Test
  void signsTheReleaseJitterOfShortIntervals() throws IOException {
    TickLog log =
        TickLog.read(write(line("release-jitter", 0, 30), line("release-jitter-early", 0, 40)));
    Distribution jitter = log.measured(TickTime.RELEASE_JITTER, window(0, 2));

    assertEquals(-40, jitter.valueNsAt(0));
    assertEquals(30, jitter.maxNs());
  }

  @Test
  void passesOverALastLineThatWasTorn() throws IOException {
    String whole = line("execution", 0, 1);
    String torn = line("execution", 1_000, 2);

    for (int length = 0; length < torn.length(); length++) {
      Path file = write(whole + torn.substring(0, length));
      assertEquals(1, TickLog.read(file).intervals().size(), "cut at " + length);
    }
  }

  @Test
  void passesOverTagsItDoesNotKnow() throws IOException {
    Path file = write(line("late-run-queue", 0, 7), line("total", 0, 9), line("of-tomorrow", 0, 1));

    List<TickInterval> intervals = TickLog.read(file).intervals();

    assertEquals(1, intervals.size());
    assertEquals(TickTime.TOTAL, intervals.getFirst().metric());
  }

  @Test
  void saysWhichLineIsDamaged() throws IOException {
    String good = line("execution", 0, 1);
    Stream.of(
            good.substring(0, good.length() - 20) + "\n",
            good.replace("Tag=execution,", ""),
            good.replace("1800000000.000", "soon"),
            good.replace("HIST", "H?ST"),
            "garbage\n")
        .forEach(
            bad -> {
              Path file = write(good, bad, good);
              LabException e = assertThrows(LabException.class, () -> TickLog.read(file), bad);
              assertTrue(e.problems().getFirst().where().endsWith("ticks.hlog:2:1"), e::toString);
            });
  }

  private Path write(String... lines) {
    try {
      return Files.writeString(folder.resolve("ticks.hlog"), String.join("", lines));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String line(String tag, long offsetMs, long... values) {
    Histogram histogram = new Histogram(3);
    Arrays.stream(values).forEach(histogram::recordValue);
    histogram.setTag(tag);
    histogram.setStartTimeStamp(START_MS + offsetMs);
    histogram.setEndTimeStamp(START_MS + offsetMs + 1_000);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      new HistogramLogWriter(out).outputIntervalHistogram(histogram);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Window window(double from, double to) {
    return new Window(START_MS / 1e3 + from, START_MS / 1e3 + to);
  }
}
