package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.EventSetting;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A time span in the notation of Flight Recorder's settings, read as the JDK reads it: a number, a
 * unit, and blanks between them or none.
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
}
