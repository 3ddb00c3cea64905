package dev.jitterlab.diagnosis.timeline;

/**
 * A span of time in which a server was measured, in nanoseconds since the epoch. Immutable.
 *
 * @param fromNs where it begins
 * @param toNs where it ends; not in it
 */
public record MeasuredSpan(long fromNs, long toNs) {
  /** Whether the window of some work shares time with it. */
  public boolean meets(long workFromNs, long workEndNs) {
    return workEndNs > fromNs && workFromNs < toNs;
  }

  /** Whether a moment is in it. */
  public boolean holds(long ns) {
    return ns >= fromNs && ns < toNs;
  }
}
