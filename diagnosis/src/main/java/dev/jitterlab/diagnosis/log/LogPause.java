package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pause of a garbage collection, as its line in the unified log has it. The line is written when
 * the pause ends and has its duration last: {@code GC(3) Pause Young (Normal) (G1 Evacuation Pause)
 * 14M->9M(64M) 7.891ms}. The form is the same for all collectors of JDK 11 to 25. Immutable.
 *
 * @param collection the number of its collection
 * @param name such as {@code Pause Young (Normal)}
 * @param why such as {@code G1 Evacuation Pause}; empty if the line does not say
 * @param seconds how long it was
 * @param failed whether memory ran out while it copied
 */
public record LogPause(int collection, String name, String why, double seconds, boolean failed) {
  private static final Pattern LINE =
      Pattern.compile(
          "GC\\((\\d{1,9})\\) (?:[YyO]: )?(Pause .*?)(?: \\d+[BKMG]->.*)?"
              + " (\\d{1,12}[.,]\\d{1,9})ms");

  private static final Pattern BEGINNING =
      Pattern.compile("GC\\((\\d{1,9})\\) (?:[YyO]: )?Pause .*");

  private static final String BEGINNING_TAGS = "gc,start";

  private static final Pattern LAST_BRACKET =
      Pattern.compile("(.*?) \\(([^()]*(?:\\(\\))?[^()]*)\\)");

  private static final String FAILED = " (Evacuation Failure";

  /** Reads a line's message; empty if it says something else. */
  public static Optional<LogPause> parse(String message) {
    return LogLine.match(LINE, message).map(LogPause::of);
  }

  /**
   * The number of the collection whose pause a line begins; empty if the line begins none. Not all
   * collectors log that: those of ZGC have a line at their end alone.
   */
  public static OptionalInt beginning(LogLine line) {
    return line.tags().equals(BEGINNING_TAGS)
        ? LogLine.match(BEGINNING, line.message()).stream()
            .mapToInt(found -> Integer.parseInt(found.group(1)))
            .findFirst()
        : OptionalInt.empty();
  }

  private static LogPause of(MatchResult found) {
    String name = found.group(2);
    boolean failed = name.contains(FAILED);
    if (failed) {
      name = name.substring(0, name.indexOf(FAILED));
    }
    Matcher why = LAST_BRACKET.matcher(name);
    boolean hasWhy = why.matches();
    return new LogPause(
        Integer.parseInt(found.group(1)),
        hasWhy ? why.group(1) : name,
        hasWhy ? why.group(2) : "",
        Double.parseDouble(found.group(3).replace(',', '.')) / 1e3,
        failed);
  }
}
