package dev.jitterlab.diagnosis.log;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line of the log {@code jit+compilation=debug}, the same from JDK 11 to 25: a compilation when
 * it begins, or code that is no longer entered. Immutable.
 *
 * @param id the number of the compilation
 * @param osr whether it is entered in the middle of a loop
 * @param level 1 to 3 for C1, 4 for C2; 0 where the line has none, since the JVM has C2 alone
 * @param method class and method, such as {@code java.lang.String::hashCode}
 * @param bytecodes the method's size
 * @param remark what else it says, such as {@code made not entrant: uncommon trap}; may be empty
 */
public record LogCompilation(
    int id, boolean osr, int level, String method, int bytecodes, String remark) {
  private static final Pattern LINE =
      Pattern.compile(
          " {0,20}(\\d{1,9}) {1,20}([%sbn! ]{0,12}?) {0,12}(?:([0-4]) {1,9})?(\\S+::\\S+) (?:@"
              + " (-?\\d{1,9}) )?\\((?:native|(\\d{1,9}) bytes)\\)(?: +(\\S.*))?");

  private static final String NOT_ENTRANT = "made not entrant";
  private static final int OPTIMISED = 4;

  /** Reads a line's message; empty if it says something else. */
  public static Optional<LogCompilation> parse(String message) {
    return LogLine.match(LINE, message)
        .map(
            found ->
                new LogCompilation(
                    Integer.parseInt(found.group(1)),
                    found.group(2).indexOf('%') >= 0,
                    found.group(3) == null ? 0 : Integer.parseInt(found.group(3)),
                    found.group(4),
                    found.group(6) == null ? 0 : Integer.parseInt(found.group(6)),
                    found.group(7) == null ? "" : found.group(7).strip()));
  }

  /** Whether a message may be of interest: most say that a method is compiled. */
  public static boolean saysNotEntrant(String line) {
    return line.contains(NOT_ENTRANT);
  }

  /** Whether it begins a compilation. */
  public boolean isStart() {
    return remark.isEmpty();
  }

  /** Whether it is optimised code. Without tiered compilation a JVM has C2 alone. */
  public boolean isOptimised() {
    return level == OPTIMISED || level == 0;
  }

  /**
   * Whether it says that optimised code was thrown away, since a speculation failed. JDK 25 names
   * the reason, and those by which one optimised version follows another do not count; older JDKs
   * do not, and there the count may be a little higher.
   */
  public boolean isThrownAway() {
    if (!remark.startsWith(NOT_ENTRANT) || !isOptimised()) {
      return false;
    }
    String reason = reason();
    return !reason.startsWith("not used") && !reason.startsWith("OSR invalidation");
  }

  /** Why the code is no longer entered; empty where the JDK does not say. */
  public String reason() {
    return remark.startsWith(NOT_ENTRANT + ": ") ? remark.substring(NOT_ENTRANT.length() + 2) : "";
  }
}
