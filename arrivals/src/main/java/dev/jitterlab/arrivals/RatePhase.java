package dev.jitterlab.arrivals;

import java.util.Locale;

/**
 * A part of a {@link RateProfile}: {@code 200}, {@code 200:10s} or {@code 100..400:30s}. Immutable
 * and thread-safe.
 */
final class RatePhase {
  /** More requests in a second than any generator of this kind can send. */
  static final double MOST_PER_SECOND = 1e6;

  private static final double NS_PER_SECOND = 1e9;

  private final double from;
  private final double to;
  private final double seconds;

  RatePhase(double from, double to, double seconds) {
    this.from = from;
    this.to = to;
    this.seconds = seconds;
  }

  /**
   * Reads a phase; one without a duration lasts for ever.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static RatePhase parse(String text) {
    int colon = text.indexOf(':');
    String rates = colon < 0 ? text : text.substring(0, colon);
    int dots = rates.indexOf("..");
    double from = rate(dots < 0 ? rates : rates.substring(0, dots), text);
    double to = dots < 0 ? from : rate(rates.substring(dots + 2), text);
    if (dots >= 0 && colon < 0) {
      throw malformed(text, "it does not say how long the rate takes to change");
    }
    double seconds =
        colon < 0 ? Double.POSITIVE_INFINITY : seconds(text.substring(colon + 1), text);
    return new RatePhase(from, to, seconds);
  }

  private static double rate(String number, String phase) {
    double rate;
    try {
      rate = Double.parseDouble(number.trim());
    } catch (NumberFormatException e) {
      throw malformed(phase, "'" + number.trim() + "' is no rate");
    }
    if (!(rate >= 0 && rate <= MOST_PER_SECOND)) {
      throw malformed(
          phase, String.format(Locale.ROOT, "a rate is 0 to %,.0f a second", MOST_PER_SECOND));
    }
    return rate;
  }

  private static double seconds(String duration, String phase) {
    TimeSpan span;
    try {
      span = TimeSpan.parse(duration.trim());
    } catch (IllegalArgumentException e) {
      throw malformed(phase, e.getMessage());
    }
    if (span.ns() == 0) {
      throw malformed(phase, "a duration is above 0");
    }
    return span.ns() / NS_PER_SECOND;
  }

  private static IllegalArgumentException malformed(String phase, String why) {
    return new IllegalArgumentException(
        "rate " + phase + ": " + why + "; write 200, 200:10s or 100..400:30s");
  }

  /** Returns the rate at its begin, per second. */
  double from() {
    return from;
  }

  /** Returns the rate at its end, per second. */
  double to() {
    return to;
  }

  /** Returns the rate at a time, in nanoseconds from its begin. */
  double at(double ns) {
    return isRamp() ? from + (to - from) * ns / (seconds * NS_PER_SECOND) : from;
  }

  /** Returns whether the rate changes from its begin to its end. */
  boolean isRamp() {
    return from != to;
  }

  /** Returns whether it never ends. */
  boolean isEndless() {
    return seconds == Double.POSITIVE_INFINITY;
  }

  double seconds() {
    return seconds;
  }

  /** Returns how many arrivals it has. */
  double arrivals() {
    return isEndless() ? Double.POSITIVE_INFINITY : (from + to) / 2 * seconds;
  }

  /**
   * Returns when so many arrivals have come, in nanoseconds from its begin: where the integral of
   * the rate reaches {@code count}, which is not above {@link #arrivals()}.
   */
  double reachedNs(double count) {
    if (!isRamp()) {
      return count * NS_PER_SECOND / from;
    }
    if (count <= 0) {
      return 0;
    }
    // The root of from × t + slope × t² / 2 = count, in the form that loses no digits.
    double slope = (to - from) / seconds;
    double discriminant = Math.max(0, from * from + 2 * slope * count);
    return 2 * count * NS_PER_SECOND / (from + Math.sqrt(discriminant));
  }
}
