package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** A measurement from second 10 to second 20, at whose end some requests have not ended. */
class WaitingRequestsTest {
  private static final MeasuredWindows MEASURED = MeasuredWindows.of(10, 20);
  private static final String RESPONSE = "response;target=pool%2F1";
  private static final String WAITING = "waiting-" + RESPONSE;
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private void line(String tag, double from, double to, long... valuesMs) throws IOException {
    Histogram histogram = new Histogram(3);
    for (long value : valuesMs) {
      histogram.recordValue(value * MS);
    }
    histogram.setTag(tag);
    histogram.setStartTimeStamp(Math.round(1_000 * from));
    histogram.setEndTimeStamp(Math.round(1_000 * to));
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(
                folder.resolve("ticks.hlog"), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            false,
            StandardCharsets.UTF_8)) {
      new HistogramLogWriter(out).outputIntervalHistogram(histogram);
    }
  }

  private Map<String, MeasuredResponses> read(MeasuredWindows windows) {
    return MeasuredLog.read(folder.resolve("ticks.hlog"), MEASURED, _ -> windows).responses();
  }

  private Distribution waiting(MeasuredWindows windows) {
    return read(windows)
        .getOrDefault("pool/1", MeasuredResponses.NONE)
        .waiting(ResponseMetric.RESPONSE);
  }

  @Test
  void areThoseOfTheLastLine() throws IOException {
    line(RESPONSE, 17.4, 18.4, 1, 1, 1);
    line(WAITING, 17.4, 18.4, 400, 300, 200);
    line(WAITING, 18.4, 19.4, 1_400, 100);

    assertEquals(2, waiting(MEASURED).count());
    assertEquals(1.4, waiting(MEASURED).maxNs() / 1e9, 0.002);
    assertEquals(3, read(MEASURED).get("pool/1").of(ResponseMetric.RESPONSE).count());
  }

  @Test
  void areNoneIfAllHaveEndedSince() throws IOException {
    line(RESPONSE, 17.4, 18.4, 1);
    line(WAITING, 18.4, 19.4, 1_400);
    line(WAITING, 19.4, 20.4);

    assertEquals(0, waiting(MEASURED).count());
  }

  /** The load goes on until it is ended: what is due after the measurement is none of it. */
  @Test
  void wereDueInTheMeasurement() throws IOException {
    line(WAITING, 19.4, 20.4, 2_400, 1_100, 300, 200);

    assertEquals(2, waiting(MEASURED).count());
    assertEquals(1.1, waiting(MEASURED).valueNsAt(0) / 1e9, 0.002);
  }

  @Test
  void areNotThoseOfTheWarmUp() throws IOException {
    line(RESPONSE, 8.4, 9.4, 1);
    line(WAITING, 8.4, 9.4, 400);

    assertEquals(0, waiting(MEASURED).count());
    assertEquals(0, waiting(null).count(), "a server that never was measured");
  }

  /** Its load may go from server to server. */
  @Test
  void areThoseOfAllSlicesOnce() throws IOException {
    line(WAITING, 10.4, 11.4, 700);
    line(WAITING, 30.4, 31.4, 20_700, 100);
    line(WAITING, 34.4, 35.4, 24_700, 500, 200);

    MeasuredWindows slices = new MeasuredWindows(List.of(new Window(10, 11), new Window(30, 35)));
    assertEquals(2, waiting(slices).count(), "due in the first slice, and at 34.9");
  }

  @Test
  void areKnownOfAServerThatHasAnsweredNothing() throws IOException {
    line(RESPONSE, 18.4, 19.4);
    line(WAITING, 18.4, 19.4, 8_000, 9_000);

    assertEquals(2, waiting(MEASURED).count());
    assertEquals(List.of(), read(MEASURED).get("pool/1").medians());
  }

  @Test
  void areKnownOfStepsAndOfWhatIsCompensated() throws IOException {
    line(RESPONSE, 18.4, 19.4, 1);
    line(WAITING, 18.4, 19.4, 500, 600);
    line("waiting-response-compensated;target=pool%2F1", 18.4, 19.4, 500, 600, 300);
    line("waiting-step;target=pool%2F1;step=buy%2Fpay", 18.4, 19.4, 600);

    MeasuredResponses responses = read(MEASURED).get("pool/1");
    assertEquals(3, responses.waiting(ResponseMetric.COMPENSATED).count());
    assertEquals(1, responses.waitingStep("buy/pay").count());
    assertEquals(0, responses.waitingStep("buy/look").count());
  }

  @Test
  void areOfAClosedModelIfTheyAreCompensatedAlsoIfNothingWasAnswered() throws IOException {
    line(WAITING, 18.4, 19.4, 500);
    assertFalse(read(MEASURED).get("pool/1").isClosedModel());
    line("waiting-response-compensated;target=pool%2F1", 18.4, 19.4, 500, 200);
    assertTrue(read(MEASURED).get("pool/1").isClosedModel());
  }

  /** Its servers are as they were read before these lines came to be. */
  @Test
  void areNoneInALogThatDoesNotTell() throws IOException {
    line(RESPONSE, 18.4, 19.4, 1);
    line(RESPONSE, 19.4, 20.4, 1);

    assertEquals(0, waiting(MEASURED).count());
    assertEquals(1, read(MEASURED).get("pool/1").of(ResponseMetric.RESPONSE).count());
  }

  /** Such as its waits for locks. */
  @Test
  void areNoTimesOfTheGenerator() throws IOException {
    line(WAITING, 18.4, 19.4, 500);
    line("lock-wait", 18.4, 19.4, 500);

    assertEquals(
        List.of("lock-wait"),
        List.copyOf(
            MeasuredLog.read(folder.resolve("ticks.hlog"), MEASURED, _ -> MEASURED)
                .ticks()
                .times()
                .keySet()));
  }
}
