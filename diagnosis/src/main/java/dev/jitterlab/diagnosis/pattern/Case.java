package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import java.util.List;
import java.util.function.Predicate;

/**
 * A server as the patterns see it. Immutable.
 *
 * @param timeline what happened in it
 * @param late its late ticks and slow requests, in order of their start
 * @param measured the time that counts
 * @param isOfTicks whether a method is known to be part of ticks or requests
 */
public record Case(
    JvmTimeline timeline,
    List<Budget> late,
    List<MeasuredSpan> measured,
    Predicate<String> isOfTicks) {
  /** Copies the lists. */
  public Case {
    late = List.copyOf(late);
    measured = List.copyOf(measured);
  }

  /** How much late time a cause has. */
  public long lateNs(Cause cause) {
    return late.stream().mapToLong(budget -> budget.ns(cause)).sum();
  }

  /** How much late time has one of these collections as what shows its pause. */
  long pausedNs(List<GarbageCollection> those) {
    return late.stream()
        .flatMap(budget -> budget.parts().stream())
        .filter(part -> part.cause() == Cause.GC_PAUSE)
        .filter(
            part ->
                part.evidence().stream()
                    .anyMatch(
                        seen ->
                            those.stream()
                                .anyMatch(
                                    one ->
                                        seen.atNs() < one.endNs()
                                            && seen.atNs() + seen.durationNs() > one.startNs())))
        .mapToLong(part -> part.ns())
        .sum();
  }

  /** Whether a moment counts. */
  public boolean holds(long ns) {
    return measured.stream().anyMatch(span -> span.holds(ns));
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
