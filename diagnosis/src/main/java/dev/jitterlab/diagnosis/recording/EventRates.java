package dev.jitterlab.diagnosis.recording;

import java.util.HashMap;
import java.util.Map;

/**
 * How often events came. If one comes more often than its setting {@code throttle} allows, Flight
 * Recorder drops some, and does not say so. It gives each fifth of a second a fifth of the rate,
 * and does not divide a rate of less than ten a second (the JDK's {@code ThrottlerParameters}). Not
 * thread-safe.
 */
final class EventRates {
  private static final long FIFTH_NS = 200_000_000;
  private static final int FIFTHS = 5;
  private static final long LEAST_DIVIDED = 10;

  /** By the name of an event, how many came in each fifth of a second. */
  private final Map<String, Map<Long, Long>> byEvent = new HashMap<>();

  /** One was recorded. */
  void add(String event, long atNs) {
    byEvent
        .computeIfAbsent(event, _ -> new HashMap<>())
        .merge(Math.floorDiv(atNs, FIFTH_NS), 1L, Long::sum);
  }

  /**
   * Whether so many came at once that others may have been dropped.
   *
   * @param mostASecond how many were allowed; above 0
   */
  boolean isReached(String event, long mostASecond) {
    Map<Long, Long> fifths = byEvent.getOrDefault(event, Map.of());
    if (mostASecond >= LEAST_DIVIDED) {
      return fifths.values().stream().anyMatch(count -> count >= mostASecond / FIFTHS);
    }
    Map<Long, Long> seconds = new HashMap<>();
    fifths.forEach((fifth, count) -> seconds.merge(Math.floorDiv(fifth, FIFTHS), count, Long::sum));
    return seconds.values().stream().anyMatch(count -> count >= mostASecond);
  }
}
