package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a log that grows, as a load generator writes it. */
class LiveResponsesTest {
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private void append(Path log, String tag, long second, long... valuesMs) throws IOException {
    Histogram histogram = new Histogram(3);
    for (long value : valuesMs) {
      histogram.recordValue(value * MS);
    }
    histogram.setTag(tag);
    histogram.setStartTimeStamp(1_000 * second);
    histogram.setEndTimeStamp(1_000 * second + 1_000);
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            false,
            StandardCharsets.UTF_8)) {
      new HistogramLogWriter(out).outputIntervalHistogram(histogram);
    }
  }

  @Test
  void readsTheMediansOfEachServerAsTheyCome() throws IOException {
    Path log = folder.resolve("ticks.hlog");
    LiveResponses responses = new LiveResponses(log);
    assertArrayEquals(new double[0], responses.of("shop/1"), "the log is not there yet");

    append(log, "response;target=shop%2F1", 10, 5, 7, 900);
    append(log, "response;target=shop%2F2", 10, 3);
    append(log, "drift", 10, 1);
    append(log, "response-compensated;target=shop%2F1", 10, 500);
    assertArrayEquals(new double[] {0.007}, responses.of("shop/1"), 1e-5);

    append(log, "response;target=shop%2F1", 11);
    append(log, "response;target=shop%2F1", 12, 6);
    assertArrayEquals(new double[] {0.007, 0.006}, responses.of("shop/1"), 1e-5);
    assertArrayEquals(new double[] {0.003}, responses.of("shop/2"), 1e-5);
    assertEquals(new Window(12, 13), responses.medians("shop/1").getLast().window());
  }

  /** While the load goes from server to server, its slices become known one after the other. */
  @Test
  void readsOnInWindowsThatCameLater() throws IOException {
    Path log = folder.resolve("ticks.hlog");
    ResponseLog growing = new ResponseLog(log);
    append(log, "response;target=shop%2F1", 10, 3);
    append(log, "response;target=shop%2F1", 11, 3);
    growing.readNew(_ -> MeasuredWindows.of(10, 11), _ -> {});
    append(log, "response;target=shop%2F1", 30, 3);
    Map<String, MeasuredResponses> measured =
        growing.readNew(
            _ -> new MeasuredWindows(List.of(new Window(10, 11), new Window(30, 35))), _ -> {});

    assertEquals(2, measured.get("shop/1").of(ResponseMetric.RESPONSE).count());
  }

  /** The finished log, read at once, is the same series; also before the measured time. */
  @Test
  void agreesWithTheFinishedLog() throws IOException {
    Path log = folder.resolve("ticks.hlog");
    for (long second = 10; second < 20; second++) {
      append(log, "response;target=shop%2F1", second, 2 * second, 2 * second + 1, 40);
    }
    Map<String, MeasuredResponses> measured =
        new ResponseLog(log).readNew(_ -> MeasuredWindows.of(15, 18), _ -> {});
    List<TimedValue> medians = measured.get("shop/1").medians();

    assertEquals(10, medians.size());
    assertEquals(new LiveResponses(log).medians("shop/1"), medians);
    assertEquals(9, measured.get("shop/1").of(ResponseMetric.RESPONSE).count());
  }
}
