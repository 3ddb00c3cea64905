package dev.jitterlab.lab.jit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads HotSpot's unified log of compilations, {@code -Xlog:jit+compilation=debug}, with the wall
 * clock in milliseconds as its one decoration. It is the same from JDK 11 to 25, whereas the JFR
 * event {@code jdk.Deoptimization} came with JDK 14.
 *
 * <p>Counted is optimised code (level 4, C2) that was made not entrant. Code of the other levels is
 * made not entrant by its successor, in the normal course of things. JDK 25 names the reason, and
 * those by which one optimised version follows another are left out; older JDKs do not, and there
 * the count may be a little higher.
 */
public final class JitLog {
  private static final String EVENT = "made not entrant";

  private static final Pattern NOT_ENTRANT =
      Pattern.compile(
          "\\[(\\d+)ms\\] +\\d+ +[%sbn! ]*(?:([1-4]) +)?(\\S+::\\S+) (?:@ -?\\d+ )?\\((\\d+) bytes\\)"
              + " +"
              + EVENT
              + "(?:: (.*))?");

  private static final String OPTIMISED = "4";

  private JitLog() {}

  /**
   * Reads the deoptimisations of a log, in the order of time.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static List<Deoptimisation> deoptimisations(Path log) {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.contains(EVENT)) // most lines tell of compilations
          .flatMap(line -> deoptimisation(line).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a line; empty for one that says something else. */
  static Optional<Deoptimisation> deoptimisation(String line) {
    Matcher found = NOT_ENTRANT.matcher(line);
    if (!found.lookingAt() || !isOptimised(found.group(2)) || isReplaced(found.group(5))) {
      return Optional.empty();
    }
    return Optional.of(
        new Deoptimisation(
            Long.parseLong(found.group(1)) / 1e3,
            found.group(3),
            Integer.parseInt(found.group(4))));
  }

  /** Without tiered compilation a JVM has C2 alone, and names no level. */
  private static boolean isOptimised(String level) {
    return level == null || level.equals(OPTIMISED);
  }

  private static boolean isReplaced(String reason) {
    return reason != null
        && (reason.startsWith("not used") || reason.startsWith("OSR invalidation"));
  }
}
