package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.log.BoundedLines;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A load generator's log of slow requests: one line each with its intended start, when it was sent,
 * when its answer had come, the connection and the target. The server's own event of the same
 * request says which thread answered it: it lies within the time between sending and answer, and of
 * several the one that fills most of it is taken. Immutable.
 */
final class SlowRequests {
  /** Both clocks are the machine's, read by two processes. */
  private static final long CLOCKS_NS = 1_000_000;

  private static final int MOST = 2_000_000;

  private static final List<String> COLUMNS = List.of("intended", "sent", "ended");

  private record Row(long intendedNs, long sentNs, long endedNs, String target) {}

  private SlowRequests() {}

  /**
   * Adds the slow requests of a server.
   *
   * @param instance its id; rows whose target is another instance of the run are left out
   */
  static void add(Path log, String instance, TimelineBuilder timeline) {
    List<Row> rows = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int[] columns = new int[COLUMNS.size() + 1];
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
    problems.forEach(problem -> timeline.problem(log.getFileName() + " " + problem + "."));
    List<TimedWork> served = new ArrayList<>(timeline.requests());
    served.sort(Comparator.comparingLong(TimedWork::startNs));
    long index = 0;
    for (Row row : rows) {
      if (isOf(row, instance)) {
        Optional<TimedWork> of = served(served, row);
        of.ifPresent(timeline::remove);
        timeline.add(work(row, of, index++));
      }
    }
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
    columns[COLUMNS.size()] = indexOf(names, "target");
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
      int target = columns[COLUMNS.size()];
      Row row =
          new Row(
              Long.parseLong(cells[columns[0]].strip()),
              Long.parseLong(cells[columns[1]].strip()),
              Long.parseLong(cells[columns[2]].strip()),
              target < 0 || target >= cells.length
                  ? ""
                  : cells[target].strip().replace("%2C", ","));
      return row.intendedNs() <= row.endedNs() ? Optional.of(row) : Optional.empty();
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<TimedWork> served(List<TimedWork> served, Row row) {
    TimedWork best = null;
    for (int i = firstFrom(served, row.sentNs() - CLOCKS_NS); i < served.size(); i++) {
      TimedWork one = served.get(i);
      if (one.startNs() > row.endedNs()) {
        break;
      }
      if (one.endNs() <= row.endedNs() + CLOCKS_NS
          && (best == null || one.executionNs() > best.executionNs())) {
        best = one;
      }
    }
    return Optional.ofNullable(best);
  }

  private static int firstFrom(List<TimedWork> served, long ns) {
    int low = 0;
    int high = served.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (served.get(middle).startNs() < ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
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
        served.map(TimedWork::executionRunQueueNs).orElse(TimedWork.NOT_READ));
  }
}
