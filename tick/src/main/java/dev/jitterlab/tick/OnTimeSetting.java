package dev.jitterlab.tick;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.SettingControl;

/**
 * The setting {@code onTime} of {@code jitterlab.Tick}: a time span in JFR's own notation ({@code 0
 * ms}, {@code 500 us}, {@code infinity}). Of several recordings' values the shortest holds. Text
 * that is no time span counts as the default. Public because JFR makes it by reflection.
 */
public final class OnTimeSetting extends SettingControl {
  private static final long DEFAULT_NS = 1_000_000;
  private volatile long shortestNs = DEFAULT_NS;

  /** Called by JFR. */
  public OnTimeSetting() {}

  long shortestNs() {
    return shortestNs;
  }

  @Override
  public String combine(Set<String> values) {
    long combined = values.stream().mapToLong(OnTimeSetting::parseNs).min().orElse(DEFAULT_NS);
    return combined == Long.MAX_VALUE ? "infinity" : combined + " ns";
  }

  @Override
  public void setValue(String value) {
    shortestNs = parseNs(value);
  }

  @Override
  public String getValue() {
    return shortestNs == Long.MAX_VALUE ? "infinity" : shortestNs + " ns";
  }

  static long parseNs(String text) {
    String value = text.strip();
    if (value.equals("infinity")) {
      return Long.MAX_VALUE;
    }
    int unitAt = 0;
    while (unitAt < value.length() && Character.isDigit(value.charAt(unitAt))) {
      unitAt++;
    }
    try {
      return unit(value.substring(unitAt).strip())
          .toNanos(Long.parseLong(value.substring(0, unitAt)));
    } catch (IllegalArgumentException e) {
      return DEFAULT_NS;
    }
  }

  private static TimeUnit unit(String name) {
    switch (name) {
      case "ns":
        return TimeUnit.NANOSECONDS;
      case "us":
        return TimeUnit.MICROSECONDS;
      case "ms":
        return TimeUnit.MILLISECONDS;
      case "s":
        return TimeUnit.SECONDS;
      case "m":
        return TimeUnit.MINUTES;
      case "h":
        return TimeUnit.HOURS;
      case "d":
        return TimeUnit.DAYS;
      default:
        throw new IllegalArgumentException(name);
    }
  }
}
