package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import java.util.List;
import java.util.function.Predicate;

/**
 * A server as the patterns see it. Immutable.
 *
 * @param timeline what happened in it
 * @param late its late ticks and slow requests, in order of their start
 * @param fromNs when the time that counts began, in nanoseconds since the epoch
 * @param toNs when it ended
 * @param isOfTicks whether a method is known to be part of ticks or requests
 */
public record Case(
    JvmTimeline timeline, List<Budget> late, long fromNs, long toNs, Predicate<String> isOfTicks) {
  /** Copies the list. */
  public Case {
    late = List.copyOf(late);
  }

  /** How much late time a cause has. */
  public long lateNs(Cause cause) {
    return late.stream().mapToLong(budget -> budget.ns(cause)).sum();
  }

  /** How long the time that counts is. */
  public long lengthNs() {
    return Math.max(1, toNs - fromNs);
  }

  /** Whether a moment counts. */
  public boolean holds(long ns) {
    return ns >= fromNs && ns < toNs;
  }

  /** Whether an event was recorded, however coarsely. */
  public boolean has(String event) {
    return timeline.setting(event).enabled();
  }

  /** Whether a cause would have been seen. */
  public boolean sees(Cause cause) {
    return timeline.coverage(cause).recorded();
  }
}
