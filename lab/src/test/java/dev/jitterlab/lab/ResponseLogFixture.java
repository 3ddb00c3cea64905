package dev.jitterlab.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * What an HTTP load generator adds to its log: in each of ten seconds 100 answers after 5 ms, and
 * in the last one a stall of a second too.
 */
public enum ResponseLogFixture {
  /** Requests are due all the while: 100 more see 10, 20, ... 1000 ms of the stall. */
  OPEN(0),
  /** The same, with steps that ask for 1, 8 and 64 parts and take 1, 8 and 64 ms. */
  NUMBERED(0),
  /** One client sees one answer of 1000 ms, and compensated what an open model does. */
  CLOSED(0),
  /** The stall is no other than that all answers take 100 ms, and 105 ms compensated. */
  CLOSED_BY_5_PERCENT(105),
  /** The same, and 115 ms compensated. */
  CLOSED_BY_15_PERCENT(115);

  private static final int SECONDS = 10;
  private static final int ANSWERS_PER_SECOND = 100;
  private static final long MS = 1_000_000;

  /** What answers of 100 ms take compensated; 0 where a stall of a second makes the times. */
  private final long compensatedMs;

  ResponseLogFixture(long compensatedMs) {
    this.compensatedMs = compensatedMs;
  }

  private boolean isClosed() {
    return this == CLOSED || compensatedMs > 0;
  }

  private Histogram measured(boolean isStall) {
    return compensatedMs > 0 ? alike(isStall ? 100 : 5) : second(isStall, !isClosed());
  }

  private Histogram compensated(boolean isStall) {
    return compensatedMs > 0 ? alike(isStall ? compensatedMs : 5) : second(isStall, true);
  }

  private static Histogram alike(long ms) {
    Histogram second = new Histogram(3);
    second.recordValueWithCount(ms * MS, ANSWERS_PER_SECOND);
    return second;
  }

  void append(Path log, List<String> servers, double from) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(log, StandardOpenOption.APPEND), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      for (int second = 0; second < SECONDS; second++) {
        long startMs = (long) (1_000 * from) + 1_000L * second + 100;
        boolean isStall = second == SECONDS - 1;
        for (String server : servers) {
          write(writer, "response", server, startMs, measured(isStall));
          if (this == NUMBERED) {
            for (int parts : new int[] {1, 8, 64}) {
              Histogram times = new Histogram(3);
              times.recordValueWithCount(parts * MS, ANSWERS_PER_SECOND);
              writeStep(writer, "many%2Fparts-" + parts, server, startMs, times);
            }
          } else {
            writeStep(writer, "shop%2Fread", server, startMs, second(false, false));
          }
          if (isClosed()) {
            write(writer, "response-compensated", server, startMs, compensated(isStall));
          }
        }
      }
    }
  }

  /**
   * Adds lines as of servers that have answered nothing of what was due in the last five seconds,
   * all of it requests of one step. A client of a closed model waits for one answer all the while,
   * and what it would have sent meanwhile is compensated.
   */
  void appendWaiting(Path log, List<String> servers, double from) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(log, StandardOpenOption.APPEND), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      for (String server : servers) {
        Histogram due = new Histogram(3);
        for (int i = 1; i <= 5 * ANSWERS_PER_SECOND; i++) {
          due.recordValue(10 * MS * i);
        }
        Histogram waits = due;
        long startMs = (long) (1_000 * from) + 1_000L * (SECONDS - 1) + 100;
        if (isClosed()) {
          write(writer, "waiting-response-compensated", server, startMs, due);
          waits = new Histogram(3);
          waits.recordValue(5_000 * MS);
        }
        write(writer, "waiting-response", server, startMs, waits);
        writeTagged(writer, tag("waiting-step", server) + ";step=shop%2Fread", startMs, waits);
      }
    }
  }

  private static Histogram second(boolean isStall, boolean isSeenInFull) {
    Histogram second = new Histogram(3);
    second.recordValueWithCount(5 * MS, ANSWERS_PER_SECOND);
    if (isStall && isSeenInFull) {
      for (int i = 1; i <= ANSWERS_PER_SECOND; i++) {
        second.recordValue(10 * MS * i);
      }
    } else if (isStall) {
      second.recordValue(1_000 * MS);
    }
    return second;
  }

  private static void writeStep(
      HistogramLogWriter writer, String step, String server, long startMs, Histogram values) {
    writeTagged(writer, tag("step", server) + ";step=" + step, startMs, values);
  }

  private static void write(
      HistogramLogWriter writer, String name, String server, long startMs, Histogram values) {
    writeTagged(writer, tag(name, server), startMs, values);
  }

  private static String tag(String name, String server) {
    return name + ";target=" + URLEncoder.encode(server, StandardCharsets.UTF_8);
  }

  private static void writeTagged(
      HistogramLogWriter writer, String tag, long startMs, Histogram values) {
    values.setTag(tag);
    values.setStartTimeStamp(startMs);
    values.setEndTimeStamp(startMs + 1_000);
    writer.outputIntervalHistogram(values);
  }
}
