package dev.jitterlab.diagnosis.log;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of HotSpot's unified log, with any of the decorations that say when it was written.
 * Immutable.
 *
 * @param wallMs the wall clock in milliseconds since the epoch ({@code time}, {@code timemillis})
 * @param uptimeNs since the start of the JVM ({@code uptime}, {@code uptimemillis}, {@code
 *     uptimenanos}). Where a line has a coarser uptime, too, {@code timenanos} is not taken for
 *     one: it counts from the start of the machine
 * @param uptimeResolutionNs how fine the latter is: 1 or a million
 * @param mayBeOfMachine whether it may count from the start of the machine, since the line has no
 *     coarser uptime
 * @param tags such as {@code gc,start}; empty without that decoration
 * @param message the rest of the line
 */
public record LogLine(
    OptionalLong wallMs,
    OptionalLong uptimeNs,
    long uptimeResolutionNs,
    boolean mayBeOfMachine,
    String tags,
    String message) {
  /** No line of a JVM's is longer that says something of interest; a hostile one may be. */
  static final int LONGEST_MESSAGE = 2_000;

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

  /** Uptimes are below, times since the epoch above: ten years. */
  private static final long LONGEST_UPTIME_MS = 10L * 365 * 86_400_000;

  private static final long MS = 1_000_000;

  /** Two uptimes of one line differ by less than this. */
  private static final long COARSEST_NS = 1_000 * MS;

  /** Reads a line; empty if it has no decoration, or none of time. */
  public static Optional<LogLine> parse(String line) {
    OptionalLong wallMs = OptionalLong.empty();
    OptionalLong uptimeNs = OptionalLong.empty();
    long resolutionNs = 0;
    boolean hasCoarse = false;
    String tags = "";
    int at = 0;
    while (at < line.length() && line.charAt(at) == '[') {
      int end = line.indexOf(']', at);
      if (end < 0) {
        return Optional.empty();
      }
      String decoration = line.substring(at + 1, end).strip();
      OptionalLong ns = nanos(decoration);
      if (ns.isEmpty()) {
        OptionalLong wall = wallMs(decoration);
        wallMs = wall.isPresent() ? wall : wallMs;
        tags = wall.isPresent() ? tags : decoration; // the last one is what the flags put last
      } else if (ns.getAsLong() / MS > LONGEST_UPTIME_MS) {
        wallMs = OptionalLong.of(ns.getAsLong() / MS);
      } else {
        long resolution = decoration.endsWith("ns") ? 1 : MS;
        hasCoarse |= resolution == MS;
        boolean agrees =
            uptimeNs.isEmpty() || Math.abs(uptimeNs.getAsLong() - ns.getAsLong()) < COARSEST_NS;
        boolean isBetter = agrees ? resolution < resolutionNs : resolution > resolutionNs;
        if (resolutionNs == 0 || isBetter) {
          uptimeNs = ns;
          resolutionNs = resolution;
        }
      }
      at = end + 1;
    }
    return wallMs.isEmpty() && uptimeNs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LogLine(
                wallMs,
                uptimeNs,
                resolutionNs,
                uptimeNs.isPresent() && !hasCoarse,
                tags,
                line.substring(at).strip()));
  }

  /** What a message has in the places of a form; empty if it has another form, or is too long. */
  static Optional<MatchResult> match(Pattern form, String message) {
    Matcher found = form.matcher(message);
    return message.length() <= LONGEST_MESSAGE && found.matches()
        ? Optional.of(found)
        : Optional.empty();
  }

  /** {@code 1.234s}, {@code 1234ms} or {@code 1234567ns}; with a comma in some locales. */
  private static OptionalLong nanos(String decoration) {
    int unit = 0;
    while (unit < decoration.length()
        && (Character.isDigit(decoration.charAt(unit))
            || ".,".indexOf(decoration.charAt(unit)) >= 0)) {
      unit++;
    }
    double perUnit =
        switch (decoration.substring(unit)) {
          case "s" -> 1e9;
          case "ms" -> 1e6;
          case "ns" -> 1;
          default -> 0;
        };
    if (unit == 0 || perUnit == 0) {
      return OptionalLong.empty();
    }
    try {
      String number = decoration.substring(0, unit).replace(',', '.');
      return OptionalLong.of(
          number.indexOf('.') < 0
              ? Math.multiplyExact(Long.parseLong(number), (long) perUnit)
              : Math.round(Double.parseDouble(number) * perUnit));
    } catch (ArithmeticException | NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong wallMs(String decoration) {
    if (decoration.length() < 20 || decoration.charAt(10) != 'T') {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          OffsetDateTime.parse(decoration.replace(',', '.'), ISO).toInstant().toEpochMilli());
    } catch (DateTimeParseException _) {
      return OptionalLong.empty();
    }
  }
}
