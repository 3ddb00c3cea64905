package dev.jitterlab.lab.report.words;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * When events happened, in UTC as all times of a recording are. The day is said only where the
 * events that are shown together are of more than half a day. Immutable.
 */
public final class EventTimes {
  private static final double HALF_DAY_SECONDS = 12 * 3600;

  private static final DateTimeFormatter TIME = utc("HH:mm:ss.SSS 'UTC'");
  private static final DateTimeFormatter DAY_AND_TIME = utc("MM-dd HH:mm:ss.SSS 'UTC'");

  private final DateTimeFormatter format;

  private EventTimes(DateTimeFormatter format) {
    this.format = format;
  }

  private static DateTimeFormatter utc(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /**
   * Of events that are shown together.
   *
   * @param shown when each of them happened, in seconds since the epoch
   */
  public static EventTimes of(Stream<Double> shown) {
    DoubleSummaryStatistics all = shown.mapToDouble(Double::doubleValue).summaryStatistics();
    return new EventTimes(all.getMax() - all.getMin() > HALF_DAY_SECONDS ? DAY_AND_TIME : TIME);
  }

  /** Such as {@code 23:06:16.957 UTC}, or {@code 05-31 23:06:16.957 UTC}. */
  public String text(double epochSeconds) {
    return format.format(Instant.ofEpochMilli(Math.round(epochSeconds * 1000)));
  }
}
