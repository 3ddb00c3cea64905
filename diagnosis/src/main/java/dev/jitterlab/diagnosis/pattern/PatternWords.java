package dev.jitterlab.diagnosis.pattern;

import java.util.Locale;

/** Counts and times as patterns say them. Stateless and thread-safe. */
final class PatternWords {
  /** What is shorter has a decimal. */
  private static final long LEAST_WHOLE_NS = 9_950_000;

  /** What is shorter would be 0.0 ms. */
  private static final long LEAST_MS_NS = 50_000;

  private PatternWords() {}

  /** How many of something whose plural ends in s: {@code 1 reading}, {@code 12 readings}. */
  static String count(long count, String one) {
    return count + " " + one + (count == 1 ? "" : "s");
  }

  /** A time: {@code 1312 ms}, {@code 4.2 ms}, {@code 30 µs}. */
  static String time(long ns) {
    if (ns < LEAST_MS_NS) {
      return ns / 1_000 + " µs";
    }
    return ns < LEAST_WHOLE_NS
        ? String.format(Locale.ROOT, "%.1f ms", ns / 1e6)
        : Math.round(ns / 1e6) + " ms";
  }
}
