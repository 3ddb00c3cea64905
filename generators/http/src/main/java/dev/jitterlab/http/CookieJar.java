package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.jitterlab.scenario.RequestText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The cookies of one user, by name. There is one server and one user at a time, so domain and path
 * are not looked at. Bounded: further cookies, and long ones, are not kept. Not thread-safe.
 */
final class CookieJar {
  private static final int MOST = 50;
  private static final int MOST_BYTES = 4_096;

  private final Map<String, byte[]> cookies = new LinkedHashMap<>();

  boolean isEmpty() {
    return cookies.isEmpty();
  }

  void clear() {
    cookies.clear();
  }

  /** Follows a {@code Set-Cookie}. */
  void set(String header) {
    int end = header.indexOf(';');
    String pair = end < 0 ? header : header.substring(0, end);
    int equals = pair.indexOf('=');
    if (equals < 1 || pair.length() > MOST_BYTES || pair.indexOf('\r') >= 0) {
      return;
    }
    String name = pair.substring(0, equals).strip();
    if (isToBeRemoved(end < 0 ? "" : header.substring(end))) {
      cookies.remove(name);
    } else if (cookies.size() < MOST || cookies.containsKey(name)) {
      cookies.put(name, (name + "=" + pair.substring(equals + 1).strip()).getBytes(ISO_8859_1));
    }
  }

  private static boolean isToBeRemoved(String attributes) {
    boolean isToBeRemoved = false;
    for (String attribute : attributes.split(";", -1)) {
      int equals = attribute.indexOf('=');
      String name = (equals < 0 ? attribute : attribute.substring(0, equals)).strip();
      String value = equals < 0 ? "" : attribute.substring(equals + 1).strip();
      switch (name.toLowerCase(Locale.ROOT)) {
        case "max-age": // comes before Expires
          return value.equals("0") || value.startsWith("-");
        case "expires":
          isToBeRemoved = isPast(value);
          break;
        default:
      }
    }
    return isToBeRemoved;
  }

  private static boolean isPast(String date) {
    try {
      Instant expires =
          DateTimeFormatter.RFC_1123_DATE_TIME.parse(date.replace('-', ' '), Instant::from);
      return expires.isBefore(Instant.now());
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Adds the value of the header {@code Cookie}. */
  void write(RequestText to) {
    boolean isFirst = true;
    for (byte[] cookie : cookies.values()) {
      if (!isFirst) {
        to.add(';');
        to.add(' ');
      }
      to.add(cookie);
      isFirst = false;
    }
  }
}
