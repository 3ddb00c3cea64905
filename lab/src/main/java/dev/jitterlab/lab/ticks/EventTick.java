package dev.jitterlab.lab.ticks;

import dev.jitterlab.arrivals.WatchedSchedule;
import java.util.ArrayList;
import java.util.List;

/**
 * A tick of a server that emits an event for each, judged as the agent judges calls: by {@link
 * WatchedSchedule}. Immutable.
 *
 * @param startNs in nanoseconds since the epoch, as {@code endNs}
 * @param driftNs start − schedule; negative when early
 * @param waitNs start − the last end of all ticks before; 0 of ticks that overlap, as those of
 *     several loops do
 * @param hasPrevious whether there was a tick before, without which there is no wait and no total
 * @param missedPeriods how many periods before this tick were left out
 * @param overduePeriods how many periods became overdue with it
 * @param surplusPeriods by how many periods the schedule went back with it
 * @param isReanchored whether a new schedule starts with it
 */
record EventTick(
    long startNs,
    long endNs,
    long driftNs,
    long waitNs,
    boolean hasPrevious,
    long missedPeriods,
    long overduePeriods,
    long surplusPeriods,
    boolean isReanchored) {

  /** When a tick began and ended, in nanoseconds since the epoch. */
  record Span(long startNs, long endNs) {}

  /**
   * Judges ticks.
   *
   * @param spans in order of their start
   */
  static List<EventTick> judge(List<Span> spans, double rateHz) {
    WatchedSchedule schedule =
        new WatchedSchedule(Math.round(1e9 / rateHz), tick -> Math.round(tick * 1e9 / rateHz));
    List<EventTick> ticks = new ArrayList<>(spans.size());
    long lastEndNs = 0;
    for (Span span : spans) {
      boolean hasPrevious = !ticks.isEmpty();
      schedule.begin(span.startNs());
      ticks.add(
          new EventTick(
              span.startNs(),
              span.endNs(),
              schedule.driftNs(),
              hasPrevious ? Math.max(0, span.startNs() - lastEndNs) : 0,
              hasPrevious,
              schedule.missedPeriods(),
              schedule.overduePeriods(),
              schedule.surplusPeriods(),
              schedule.isReanchored()));
      lastEndNs = Math.max(lastEndNs, span.endNs());
    }
    return ticks;
  }

  long executionNs() {
    return endNs - startNs;
  }

  long totalNs() {
    return waitNs + executionNs();
  }
}
