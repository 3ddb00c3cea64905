package dev.jitterlab.diagnosis.recording;

import java.util.concurrent.TimeUnit;

/** A time span in the notation of Flight Recorder's settings. */
final class SettingText {
  private SettingText() {}

  /** Reads {@code 20 ms}, {@code 0 ns} and the like; 0 for anything else. */
  static long nanos(String text) {
    String[] words = text.strip().split("\\s+", -1);
    if (words.length != 2) {
      return 0;
    }
    try {
      return unit(words[1]).toNanos(Long.parseLong(words[0]));
    } catch (IllegalArgumentException _) {
      return 0;
    }
  }

  private static TimeUnit unit(String name) {
    return switch (name) {
      case "ns" -> TimeUnit.NANOSECONDS;
      case "us" -> TimeUnit.MICROSECONDS;
      case "ms" -> TimeUnit.MILLISECONDS;
      case "s" -> TimeUnit.SECONDS;
      case "m" -> TimeUnit.MINUTES;
      case "h" -> TimeUnit.HOURS;
      case "d" -> TimeUnit.DAYS;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
