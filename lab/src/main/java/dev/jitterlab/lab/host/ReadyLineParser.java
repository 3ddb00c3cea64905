package dev.jitterlab.lab.host;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The line by which a process says that it can serve: {@code JITTERLAB READY key=value …}. It may
 * begin in the middle of another line: the JVM writes a warning in several parts, and another
 * thread's line into the same file comes between two of them.
 */
final class ReadyLineParser {
  private static final String MARK = "JITTERLAB READY";
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private ReadyLineParser() {}

  /**
   * The endpoints by name, or nothing if it is any other line.
   *
   * @throws IllegalArgumentException if it begins with the mark and is malformed; the message says
   *     how
   */
  static Optional<Map<String, String>> parse(String line) {
    String text = line.strip();
    int mark = text.indexOf(MARK);
    if (mark < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(endpoints(text.substring(mark + MARK.length()).strip()));
    } catch (IllegalArgumentException e) {
      if (mark == 0) {
        throw e;
      }
      return Optional.empty(); // somebody mentions the line
    }
  }

  private static Map<String, String> endpoints(String pairs) {
    Map<String, String> endpoints = new LinkedHashMap<>();
    for (String pair : BLANKS.split(pairs, -1)) {
      int equals = pair.indexOf('=');
      if (equals < 1 || equals == pair.length() - 1) {
        throw new IllegalArgumentException("expected key=value, found '" + pair + "'");
      }
      endpoints.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    String metrics = endpoints.get("metrics");
    if (metrics == null) {
      throw new IllegalArgumentException("there is no 'metrics=' in it");
    }
    if (!"http".equals(URI.create(metrics).getScheme())) {
      throw new IllegalArgumentException("'metrics=" + metrics + "' is not an http:// address");
    }
    return endpoints;
  }
}
