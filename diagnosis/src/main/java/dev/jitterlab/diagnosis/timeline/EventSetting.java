package dev.jitterlab.diagnosis.timeline;

/**
 * How a recording had an event switched. Immutable.
 *
 * @param enabled whether it was recorded
 * @param thresholdNs the shortest event that was recorded; 0 for all; {@link #INFINITE} for ticks
 *     of which only late ones were recorded
 * @param periodNs how often a sampled event was recorded; 0 if unknown, also because the event was
 *     limited to a rate
 * @param mostASecond how many a second were recorded at most, where so many came that others may
 *     have been dropped; 0 if none was dropped
 */
public record EventSetting(boolean enabled, long thresholdNs, long periodNs, long mostASecond) {
  /** A threshold that nothing reaches. */
  public static final long INFINITE = Long.MAX_VALUE;

  /** Of an event that the recording does not know. */
  public static final EventSetting OFF = new EventSetting(false, 0, 0);

  /** Of an event of which none was dropped. */
  public EventSetting(boolean enabled, long thresholdNs, long periodNs) {
    this(enabled, thresholdNs, periodNs, 0);
  }
}
