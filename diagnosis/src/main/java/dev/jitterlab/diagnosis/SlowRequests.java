package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.log.BoundedLines;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Load generators' logs of slow requests: one line each with its intended start, when it was sent,
 * when its answer had come, the connection and the target. The server's own event of the same
 * request says which thread answered it; {@link RequestMatches} says which one it is. Immutable.
 */
final class SlowRequests {
  private static final int MOST = 2_000_000;

  private static final List<String> COLUMNS = List.of("intended", "sent", "ended");

  /** Those that a log may lack. */
  private static final List<String> MORE_COLUMNS = List.of("target", "began", "left_out");

  /**
   * A line.
   *
   * @param intendedNs when it was due, in nanoseconds since the epoch
   * @param beganNs when the generator came to it; when it was due, if the log does not say
   * @param sentNs when it was sent
   * @param endedNs when its answer had come
   * @param target an instance, a path, or empty
   * @param leftOut how many slow requests of the target before it the log leaves out
   */
  record Row(
      long intendedNs, long beganNs, long sentNs, long endedNs, String target, long leftOut) {}

  private SlowRequests() {}

  /**
   * Adds the slow requests of a server.
   *
   * @param logs one of each generator; together, since no request of the server answers two
   * @param instance its id; rows whose target is another instance of the run are left out
   */
  static void add(List<Path> logs, String instance, TimelineBuilder timeline) {
    List<Row> rows = new ArrayList<>();
    for (Path log : logs) {
      read(log, timeline).stream().filter(row -> isOf(row, instance)).forEach(rows::add);
    }
    long leftOut = rows.stream().mapToLong(Row::leftOut).sum();
    if (leftOut > 0) {
      timeline.missing(
          String.format(
              Locale.ROOT,
              "The load generator logged only some of the slow requests: %,d of them, and not %,d"
                  + " others. It writes at most so many a second.",
              rows.size(),
              leftOut));
    }
    RequestMatches matches = RequestMatches.of(rows, timeline.requests());
    if (matches.leftOpen() > 0) {
      timeline.problem(
          String.format(
              Locale.ROOT,
              "The threads of %,d of the slow requests are unknown: none of the server's last %,d"
                  + " requests before the answer fits.",
              matches.leftOpen(),
              RequestMatches.MOST_LOOKED_AT));
    }
    for (int i = 0; i < rows.size(); i++) {
      Optional<TimedWork> served = matches.served(i);
      served.ifPresent(timeline::remove);
      timeline.add(work(rows.get(i), served, i));
    }
  }

  private static List<Row> read(Path log, TimelineBuilder timeline) {
    List<Row> rows = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int[] columns = new int[COLUMNS.size() + MORE_COLUMNS.size()];
    boolean[] headed = {false};
    try {
      BoundedLines.read(
          log,
          line -> {
            if (!headed[0]) {
              headed[0] = true;
              columns(line, columns).ifPresent(problems::add);
            } else if (rows.size() == MOST && problems.isEmpty()) {
              problems.add("has more than " + MOST + " requests; the rest is left out");
            } else if (problems.isEmpty()) {
              row(line, columns).ifPresentOrElse(rows::add, () -> problems.add(bad(line)));
            }
          });
    } catch (IOException e) {
      problems.add("cannot be read: " + e.getMessage());
    }
    problems.forEach(problem -> timeline.missing(log.getFileName() + " " + problem + "."));
    return rows;
  }

  /** A target is an instance such as {@code g1/2}, or a path of the server. */
  private static boolean isOf(Row row, String instance) {
    String target = row.target();
    return target.equals(instance) || !target.contains("/") || target.startsWith("/");
  }

  private static String bad(String line) {
    return "has a line that does not describe a slow request: "
        + line.substring(0, Math.min(80, line.length()));
  }

  private static Optional<String> columns(String head, int[] columns) {
    List<String> names = Arrays.asList(head.toLowerCase(Locale.ROOT).split(",", -1));
    for (int i = 0; i < COLUMNS.size(); i++) {
      String wanted = COLUMNS.get(i);
      columns[i] = indexOf(names, wanted);
      if (columns[i] < 0) {
        return Optional.of("has no column `" + wanted + "_ns` in its first line");
      }
    }
    for (int i = 0; i < MORE_COLUMNS.size(); i++) {
      columns[COLUMNS.size() + i] = indexOf(names, MORE_COLUMNS.get(i));
    }
    return Optional.empty();
  }

  private static int indexOf(List<String> names, String start) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).strip().startsWith(start)) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<Row> row(String line, int[] columns) {
    String[] cells = line.split(",", -1);
    try {
      long intendedNs = Long.parseLong(cells[columns[0]].strip());
      long sentNs = Long.parseLong(cells[columns[1]].strip());
      String began = more(cells, columns[COLUMNS.size() + 1]);
      String leftOut = more(cells, columns[COLUMNS.size() + 2]);
      Row row =
          new Row(
              intendedNs,
              began.isEmpty() ? intendedNs : Long.parseLong(began),
              sentNs,
              Long.parseLong(cells[columns[2]].strip()),
              more(cells, columns[COLUMNS.size()]).replace("%2C", ","),
              leftOut.isEmpty() ? 0 : Math.max(0, Long.parseLong(leftOut)));
      return row.intendedNs() <= row.endedNs() ? Optional.of(row) : Optional.empty();
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static String more(String[] cells, int column) {
    return column < 0 || column >= cells.length ? "" : cells[column].strip();
  }

  private static TimedWork work(Row row, Optional<TimedWork> served, long index) {
    return new TimedWork(
        TimedWork.Kind.REQUEST,
        served.map(TimedWork::task).orElse(row.target().isEmpty() ? "request" : row.target()),
        index,
        served.map(TimedWork::thread).orElse(JvmTimeline.ALL_THREADS),
        row.intendedNs(),
        served.map(TimedWork::startNs).orElse(row.sentNs()),
        row.endedNs(),
        true,
        TimedWork.NOT_READ,
        served.map(TimedWork::cpuNs).orElse(TimedWork.NOT_READ),
        served.map(TimedWork::executionRunQueueNs).orElse(TimedWork.NOT_READ),
        TimedWork.Total.UNKNOWN,
        Math.max(0, Math.min(row.beganNs(), row.sentNs()) - row.intendedNs()),
        served.map(of -> Math.max(0, row.endedNs() - of.endNs())).orElse(0L));
  }
}
