package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A thread that waited until the collector had freed memory, as ZGC logs it: {@code Allocation
 * Stall (main) 5.200ms}. No other collector logs such a wait. Immutable.
 *
 * @param thread the thread's name
 * @param seconds how long it waited; the line is written when that is over
 */
public record LogStall(String thread, double seconds) {
  private static final Pattern LINE =
      Pattern.compile("Allocation Stall \\((.*)\\) (\\d{1,12}[.,]\\d{1,9})ms");

  /** Reads a line's message; empty if it says something else. */
  public static Optional<LogStall> parse(String message) {
    return LogLine.match(LINE, message)
        .map(
            found ->
                new LogStall(
                    found.group(1), Double.parseDouble(found.group(2).replace(',', '.')) / 1e3));
  }
}
