package dev.jitterlab.diagnosis.timeline;

/**
 * How a recording had an event switched. Immutable.
 *
 * @param enabled whether it was recorded
 * @param thresholdNs the shortest event that was recorded; 0 for all
 * @param periodNs how often a sampled event was recorded; 0 if unknown
 */
public record EventSetting(boolean enabled, long thresholdNs, long periodNs) {
  /** Of an event that the recording does not know. */
  public static final EventSetting OFF = new EventSetting(false, 0, 0);
}
