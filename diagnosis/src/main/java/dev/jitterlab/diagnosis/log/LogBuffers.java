package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What all threads did with their allocation buffers (TLABs) since the collection before, as the
 * debug level of {@code gc+tlab} logs it once a collection: {@code GC(3) TLAB totals: thrds: 3
 * refills: 50 max: 47 slow allocs: 3 max 3 waste: 2.9% gc: 244640B max: 188584B slow: 23784B max:
 * 23720B}. JDK 11 adds one more kind of waste at the end. Immutable.
 *
 * @param refills how many buffers the threads took
 * @param outside how many objects the threads put straight into the shared heap instead
 * @param wasteRatio the share of the buffers' bytes that nobody used, to a tenth of a percent
 */
public record LogBuffers(long refills, long outside, double wasteRatio) {
  private static final String MARK = "TLAB totals: ";

  private static final Pattern LINE =
      Pattern.compile(
          "(?:GC\\(\\d{1,9}\\) )?(?:[YyO]: )?"
              + MARK
              + "thrds: \\d{1,9} +refills: (\\d{1,12}) max: \\d{1,12}"
              + " slow allocs: (\\d{1,12}) max \\d{1,12} waste: *(\\d{1,3}[.,]\\d)% .*");

  /** Whether a line of a log may be one: what it costs to pass over all others. */
  public static boolean mayBe(String line) {
    return line.contains(MARK);
  }

  /** Reads a line's message; empty if it says something else. */
  public static Optional<LogBuffers> parse(String message) {
    return LogLine.match(LINE, message)
        .map(
            found ->
                new LogBuffers(
                    Long.parseLong(found.group(1)),
                    Long.parseLong(found.group(2)),
                    Double.parseDouble(found.group(3).replace(',', '.')) / 100));
  }
}
