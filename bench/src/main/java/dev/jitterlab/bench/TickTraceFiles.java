package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a traced server leaves in its folder: all its ticks, and the JVM's own log of what it did
 * beside them. All times are those of the server's {@code System.nanoTime}. Immutable.
 *
 * @param fromNs when the measured time began
 * @param notKept how many ticks there was no room for
 * @param ticks in the order of their starts
 * @param pauses in which no Java code ran
 * @param compilations when the optimising compiler began a method
 */
record TickTraceFiles(
    long fromNs, long notKept, List<Tick> ticks, List<Span> pauses, List<Long> compilations) {
  /** The file with the ticks. */
  static final String TICKS = "ticks.csv";

  private static final String PAUSES = "safepoints.log";
  private static final String COMPILATIONS = "compilations.log";

  /** With the clock of the ticks, and nothing else, before each line. */
  static final List<String> JVM_ARGUMENTS =
      List.of(
          "-Xlog:safepoint:file=" + PAUSES + ":tn",
          "-Xlog:jit+compilation=debug:file=" + COMPILATIONS + ":tn:filesize=0");

  private static final Pattern HEAD = Pattern.compile("# from (-?\\d+), left out (\\d+)");
  private static final Pattern PAUSE = Pattern.compile("\\[(\\d+)ns\\].* Total: +(\\d+) ns.*");

  /** With nothing behind the size: else the line says what became of a compilation or its code. */
  private static final Pattern COMPILATION =
      Pattern.compile("\\[(\\d+)ns\\] +\\d+ +[%sbn! ]*4 +\\S+ (?:@ -?\\d+ )?\\(\\d+ bytes\\)");

  /** The order of the fields. */
  private static final int FIELDS = 8;

  /**
   * One tick.
   *
   * @param runQueueNs how long its thread waited for a core before it began; negative if unknown
   * @param executionRunQueueNs the same while it ran
   */
  record Tick(
      String task,
      long thread,
      long scheduledNs,
      long startedNs,
      long finishedNs,
      long runQueueNs,
      long executionRunQueueNs) {
    long driftNs() {
      return startedNs - scheduledNs;
    }
  }

  /** A stretch of time. */
  record Span(long fromNs, long toNs) {
    long withinNs(long otherFromNs, long otherToNs) {
      return Math.max(0, Math.min(toNs, otherToNs) - Math.max(fromNs, otherFromNs));
    }
  }

  /**
   * Reads what one server left.
   *
   * @throws LabException if a file cannot be read, or is none of these
   */
  static TickTraceFiles read(Path folder) {
    Path file = folder.resolve(TICKS);
    try {
      List<String> lines = Files.readAllLines(file);
      Matcher head = HEAD.matcher(lines.isEmpty() ? "" : lines.getFirst());
      if (!head.matches()) {
        throw broken(file);
      }
      List<Tick> ticks = new ArrayList<>();
      for (String line : lines.subList(Math.min(2, lines.size()), lines.size())) {
        ticks.add(tick(line, file));
      }
      ticks.sort(Comparator.comparingLong(Tick::startedNs));
      return new TickTraceFiles(
          Long.parseLong(head.group(1)),
          Long.parseLong(head.group(2)),
          ticks,
          pauses(folder.resolve(PAUSES)),
          compilations(folder.resolve(COMPILATIONS)));
    } catch (IOException e) {
      throw broken(file).because(e);
    }
  }

  private static Tick tick(String line, Path file) {
    String[] fields = line.split(",", -1);
    if (fields.length != FIELDS) {
      throw broken(file);
    }
    try {
      return new Tick(
          fields[0],
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[4]),
          Long.parseLong(fields[5]),
          Long.parseLong(fields[7]));
    } catch (NumberFormatException e) {
      throw broken(file);
    }
  }

  private static List<Span> pauses(Path file) throws IOException {
    return matches(file, PAUSE)
        .map(
            pause -> {
              long endNs = Long.parseLong(pause.group(1));
              return new Span(endNs - Long.parseLong(pause.group(2)), endNs);
            })
        .toList();
  }

  private static List<Long> compilations(Path file) throws IOException {
    return matches(file, COMPILATION).map(one -> Long.parseLong(one.group(1))).sorted().toList();
  }

  private static Stream<Matcher> matches(Path file, Pattern pattern) throws IOException {
    return Files.exists(file)
        ? Files.readAllLines(file).stream().map(pattern::matcher).filter(Matcher::matches)
        : Stream.empty();
  }

  private static LabException broken(Path file) {
    return LabException.failed(
        file.toString(),
        "the trace of the ticks cannot be read",
        "Run the bench again into a new folder.");
  }
}
