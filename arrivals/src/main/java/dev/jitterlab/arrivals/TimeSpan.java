package dev.jitterlab.arrivals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time with a unit, such as {@code 100ms} or {@code 1.5m}. Immutable and thread-safe. */
public final class TimeSpan {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,9})?)(us|ms|s|m|h)");

  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "us", TimeUnit.MICROSECONDS,
          "ms", TimeUnit.MILLISECONDS,
          "s", TimeUnit.SECONDS,
          "m", TimeUnit.MINUTES,
          "h", TimeUnit.HOURS);

  private final String text;
  private final long ns;

  private TimeSpan(String text, long ns) {
    this.text = text;
    this.ns = ns;
  }

  /**
   * Reads a time.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static TimeSpan parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no time; write a number with a unit: 500us, 100ms, 10s, 1.5m or 1h");
    }
    long unitNs = UNITS.get(matcher.group(2)).toNanos(1);
    BigDecimal ns = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNs));
    return new TimeSpan(text, ns.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  /** Returns the time in nanoseconds. */
  public long ns() {
    return ns;
  }

  /** Returns the time as it was written. */
  @Override
  public String toString() {
    return text;
  }
}
