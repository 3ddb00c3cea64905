package dev.jitterlab.lab.ticks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.IdleControl;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A day of a task at 1 kHz, as in Tinetti's paper, read by a JVM whose heap is a fraction of the
 * log. The idle control process of a block leaves such a log too.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LongTickLogTest {
  /** Of a quarter of a day, a heap of that size could not hold the logs either. */
  private static final int SECONDS = Boolean.getBoolean("jitterlab.long") ? 86_400 : 21_600;

  private static final int TICKS_A_SECOND = 1_000;

  private static final int BLOCK = 1;

  @TempDir private static Path folder;

  /** What a child runs: prints how many ticks the log has, and for how many seconds. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] arguments) {
      MeasuredTicks ticks =
          MeasuredLog.read(
                  Path.of(arguments[0]),
                  MeasuredWindows.of(new Window(0, Double.MAX_VALUE)),
                  _ -> null)
              .ticks();
      System.out.println(ticks.of(TickTime.DRIFT).count() + " " + ticks.coveredSeconds());
    }
  }

  /** The same for the log of an idle control process, as the summary and the checks need it. */
  static final class ControlReader {
    private ControlReader() {}

    public static void main(String[] arguments) {
      IdleControl control =
          IdleControl.read(
                  new RunDirectory(Path.of(arguments[0])),
                  BLOCK,
                  MeasuredWindows.of(new Window(0, Double.MAX_VALUE)))
              .orElseThrow();
      System.out.println(control.drift().count() + " " + control.seconds().size());
    }
  }

  @BeforeAll
  static void writeADay() throws IOException {
    Files.createDirectories(log().getParent());
    write(log());
  }

  private static Path log() {
    return RunDirectory.ticks(new RunDirectory(folder).control(BLOCK));
  }

  @Test
  void isReadInAHeapThatCouldNotHoldIt() throws Exception {
    assertEquals(
        (long) SECONDS * TICKS_A_SECOND + " " + (double) SECONDS, said(Reader.class, log()));
  }

  @Test
  void theControlIsReadInSuchAHeapToo() throws Exception {
    assertEquals(
        (long) SECONDS * TICKS_A_SECOND + " " + SECONDS, said(ControlReader.class, folder));
  }

  private static String said(Class<?> main, Path argument) throws IOException {
    Process reader =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx16m",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    main.getName(),
                    argument.toString()))
            .redirectErrorStream(true)
            .start();
    return new String(reader.getInputStream().readAllBytes(), UTF_8).strip();
  }

  /** The same thousand ticks in each second, so they are encoded once. */
  private static void write(Path log) throws IOException {
    Histogram second = new Histogram(1, 3_600_000_000_000L, 3);
    for (int i = 1; i <= TICKS_A_SECOND; i++) {
      second.recordValue(50_000 + 37L * i);
    }
    second.setStartTimeStamp(0);
    second.setEndTimeStamp(1_000);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(head);
    writer.outputLogFormatVersion();
    writer.setBaseTime(0);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new HistogramLogWriter(line).outputIntervalHistogram(second);
    String behindItsTimes = line.toString(UTF_8).replaceFirst("^0\\.000,1\\.000,", "");
    try (BufferedWriter out = Files.newBufferedWriter(log)) {
      out.write(head.toString(UTF_8));
      for (int i = 0; i < SECONDS; i++) {
        for (String tag : List.of("drift", "execution")) {
          out.write("Tag=" + tag + "," + i + ".000,1.000," + behindItsTimes);
        }
      }
    }
  }
}
