package dev.jitterlab.bench.jit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the log {@code jit+compilation=debug}, without decorations; the same from JDK 11 to 25.
 * Immutable.
 *
 * @param osr whether the code is entered in the middle of a loop
 * @param tier 1 to 4
 * @param type the class's name, with its package
 * @param method its name
 * @param discarded whether the line says that the code is no longer entered; else it begins a
 *     compilation
 */
record CompileLine(boolean osr, int tier, String type, String method, boolean discarded) {
  private static final Pattern LINE =
      Pattern.compile(
          " *\\d{1,9} +([%sbn! ]*?) *([0-4]) +(\\S+)::(\\S+) (?:@ -?\\d+ )?"
              + "\\(\\d{1,9} bytes\\)(?: +(\\S.*))?");

  /** Reads a line; empty if it says something else, or is about a method without bytecodes. */
  static Optional<CompileLine> parse(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      return Optional.empty();
    }
    String remark = found.group(5) == null ? "" : found.group(5);
    if (!remark.isEmpty() && !remark.startsWith("made not entrant")) {
      return Optional.empty();
    }
    return Optional.of(
        new CompileLine(
            found.group(1).indexOf('%') >= 0,
            Integer.parseInt(found.group(2)),
            found.group(3),
            found.group(4),
            !remark.isEmpty()));
  }
}
