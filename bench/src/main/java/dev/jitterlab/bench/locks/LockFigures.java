package dev.jitterlab.bench.locks;

import dev.jitterlab.lab.LabException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one JVM measured.
 *
 * @param acquisitionsPerSecond of all threads
 * @param waitP999Seconds 99.9 % of the waits were shorter
 * @param waitP9999Seconds 99.99 % were; empty if there were fewer than {@link #LEAST_WAITS}
 * @param longestWaitSeconds the longest
 */
record LockFigures(
    double acquisitionsPerSecond,
    double waitP999Seconds,
    OptionalDouble waitP9999Seconds,
    double longestWaitSeconds) {
  /** Of fewer a p99.99 would stand on fewer than ten values. */
  static final int LEAST_WAITS = 100_000;

  private static final String LINE = "JITTERLAB TRIAL ";
  private static final double NS_PER_SECOND = 1e9;

  /**
   * Reads the line of the program among all that it printed.
   *
   * @param id of the competition, for messages
   * @param folder where its files are, for messages
   * @throws LabException if there is no such line, if the lock let two threads in at once, or if
   *     the program failed
   */
  static LockFigures require(String id, String output, int exitStatus, Path folder) {
    Optional<Map<String, Double>> printed =
        output.lines().filter(line -> line.startsWith(LINE)).findFirst().map(LockFigures::pairs);
    String files = "See the files in " + folder + ".";
    if (printed.isEmpty()) {
      throw LabException.failed(id, "the competition ended without figures", files)
          .withDetails(output);
    }
    Map<String, Double> figures = printed.orElseThrow();
    long lost = figures.get("lost").longValue();
    if (lost != 0) {
      throw LabException.failed(
              id,
              "the lock let two threads in at once, and %d sections were lost".formatted(lost),
              "Do not use this lock: it is broken on this JDK or machine. Report it. " + files)
          .withDetails(output);
    }
    if (exitStatus != 0) {
      throw LabException.failed(id, "the competition ended with status " + exitStatus, files)
          .withDetails(output);
    }
    return of(figures);
  }

  private static Map<String, Double> pairs(String line) {
    Map<String, Double> figures = new HashMap<>();
    for (String pair : line.substring(LINE.length()).split(" ", -1)) {
      int equals = pair.indexOf('=');
      figures.put(pair.substring(0, equals), Double.valueOf(pair.substring(equals + 1)));
    }
    return figures;
  }

  private static LockFigures of(Map<String, Double> figures) {
    return new LockFigures(
        figures.get("acquisitions") / figures.get("seconds"),
        figures.get("wait_p999_ns") / NS_PER_SECOND,
        figures.get("waits") < LEAST_WAITS
            ? OptionalDouble.empty()
            : OptionalDouble.of(figures.get("wait_p9999_ns") / NS_PER_SECOND),
        figures.get("wait_longest_ns") / NS_PER_SECOND);
  }
}
