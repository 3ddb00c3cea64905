package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A time span or a rate in the notation of Flight Recorder's settings, read as the JDK reads it. A
 * span is a number, a unit, and blanks between them or none; a rate has a slash between them.
 */
final class SettingText {
  /** {@code s} also ends the units before it, so the order counts. */
  private static final List<Unit> UNITS =
      List.of(
          new Unit("ns", TimeUnit.NANOSECONDS),
          new Unit("us", TimeUnit.MICROSECONDS),
          new Unit("ms", TimeUnit.MILLISECONDS),
          new Unit("s", TimeUnit.SECONDS),
          new Unit("m", TimeUnit.MINUTES),
          new Unit("h", TimeUnit.HOURS),
          new Unit("d", TimeUnit.DAYS));

  private static final double SECOND_NS = 1e9;

  private record Unit(String name, TimeUnit of) {}

  private SettingText() {}

  /**
   * Reads {@code 20 ms}, {@code 20ms} and the like, and {@code infinity} as {@link
   * EventSetting#INFINITE}. Returns 0 for anything else: a rate such as {@code 500/s} says nothing
   * of the time between two events.
   */
  static long nanos(String text) {
    String span = text.strip();
    if (span.equals("infinity")) {
      return EventSetting.INFINITE;
    }
    for (Unit unit : UNITS) {
      if (span.endsWith(unit.name())) {
        String number = span.substring(0, span.length() - unit.name().length()).strip();
        try {
          return Math.max(0, unit.of().toNanos(Long.parseLong(number)));
        } catch (NumberFormatException _) {
          return 0;
        }
      }
    }
    return 0;
  }

  /**
   * Reads a rate such as {@code 300/s}: how many there may be in a second. Less than one a second
   * counts as one. Empty for anything else.
   */
  static OptionalLong perSecond(String text) {
    String[] parts = text.split("/", -1);
    for (Unit unit : UNITS) {
      if (parts.length == 2 && unit.name().equals(parts[1].strip())) {
        try {
          double seconds = unit.of().toNanos(1) / SECOND_NS;
          double most = Long.parseLong(parts[0].strip()) / seconds;
          return most < 0 ? OptionalLong.empty() : OptionalLong.of((long) Math.ceil(most));
        } catch (NumberFormatException _) {
          return OptionalLong.empty();
        }
      }
    }
    return OptionalLong.empty();
  }
}
