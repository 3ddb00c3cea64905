package dev.jitterlab.diagnosis.timeline;

/**
 * How long a control group had been throttled by then. Immutable.
 *
 * @param atNs in nanoseconds since the epoch
 * @param totalNs since the group was made; over all its CPUs
 * @param event the event that shows it
 */
public record ThrottledTime(long atNs, long totalNs, String event) {
  /** The JDK's own event, which its own settings record every 30 seconds. */
  static final String BY_JDK = "jdk.ContainerCPUThrottling";

  /** Growth over a longer time may have been at any time in it. */
  private static final long LONGEST_NS = 5_000_000_000L;

  /**
   * Whether the throttled time since the reading before was near what waited for a CPU then. {@code
   * jitterlab.Process} is read ten times a second: if one comes late, its process was held back.
   */
  public boolean isSoonAfter(ThrottledTime earlier) {
    return !event.equals(BY_JDK) || atNs - earlier.atNs <= LONGEST_NS;
  }
}
