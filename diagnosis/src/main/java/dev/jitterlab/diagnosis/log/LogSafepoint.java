package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A safepoint, as the unified log has it. JDK 13 and later write one line at its end ({@code
 * Safepoint "G1CollectForAllocation", Time since last: …}), to which JDK 21 and 25 added figures;
 * JDK 11 writes its name when it begins and its times when it ends. Immutable.
 *
 * @param operation what the JVM stopped the threads for, such as {@code G1CollectForAllocation}
 * @param reachingNs until the last thread had stopped
 * @param totalNs from the request to the threads' release
 */
public record LogSafepoint(String operation, long reachingNs, long totalNs) {
  private static final Pattern ONE_LINE =
      Pattern.compile(
          "Safepoint \"([^\"]+)\", .*?Reaching safepoint: +(\\d{1,15}) ns,.*?Total: +(\\d{1,15})"
              + " ns.*");

  private static final Pattern STOPPED =
      Pattern.compile(
          "Total time for which application threads were stopped: (\\d{1,12}[.,]\\d{1,9}) seconds,"
              + " Stopping threads took: (\\d{1,12}[.,]\\d{1,9}) seconds");

  private static final String ENTERING = "Entering safepoint region: ";

  /** Reads the lines of a log in their order. Not thread-safe. */
  public static final class Parser {
    private String entered = "";

    /** The safepoint that ends with this line; empty if none does. */
    public Optional<LogSafepoint> parse(String message) {
      if (message.length() > LogLine.LONGEST_MESSAGE) {
        return Optional.empty();
      }
      if (message.startsWith(ENTERING)) {
        entered = message.substring(ENTERING.length()).strip();
        return Optional.empty();
      }
      Matcher line = ONE_LINE.matcher(message);
      if (line.matches()) {
        return Optional.of(
            new LogSafepoint(
                line.group(1), Long.parseLong(line.group(2)), Long.parseLong(line.group(3))));
      }
      Matcher stopped = STOPPED.matcher(message);
      if (!stopped.matches()) {
        return Optional.empty();
      }
      String operation = entered.isEmpty() ? "unknown operation" : entered;
      entered = "";
      return Optional.of(
          new LogSafepoint(operation, nanos(stopped.group(2)), nanos(stopped.group(1))));
    }

    private static long nanos(String seconds) {
      return Math.round(Double.parseDouble(seconds.replace(',', '.')) * 1e9);
    }
  }
}
