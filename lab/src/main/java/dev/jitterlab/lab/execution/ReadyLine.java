package dev.jitterlab.lab.execution;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The line by which a process says that it can serve: {@code JITTERLAB READY key=value …}. */
final class ReadyLine {
  private static final String MARK = "JITTERLAB READY";
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private ReadyLine() {}

  /**
   * The endpoints by name, or nothing if it is any other line.
   *
   * @throws IllegalArgumentException if it has the mark and is malformed; the message says how
   */
  static Optional<Map<String, String>> parse(String line) {
    String text = line.strip();
    if (!text.startsWith(MARK)) {
      return Optional.empty();
    }
    Map<String, String> endpoints = new LinkedHashMap<>();
    for (String pair : BLANKS.split(text.substring(MARK.length()).strip(), -1)) {
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
    return Optional.of(endpoints);
  }
}
