package dev.jitterlab.diagnosis.scheduler;

import dev.jitterlab.diagnosis.timeline.TimedWork;

/**
 * A time in which a thread waited for a CPU, as its tick or request says: for so long, but not
 * when. Immutable.
 *
 * @param work the tick or request
 * @param beforeStart whether it is the time before the start, and not the one behind it
 * @param fromNs where it begins, on the trace's clock
 * @param toNs where it ends, likewise
 * @param delayNs how long the thread waited in it
 * @param offsetNs what is to be added to a time of the trace to get one of the recording
 */
record DelayWindow(
    TimedWork work, boolean beforeStart, long fromNs, long toNs, long delayNs, long offsetNs) {
  /** The time before the start. */
  static DelayWindow before(TimedWork work, long offsetNs) {
    return new DelayWindow(
        work,
        true,
        work.fromNs() - offsetNs,
        work.startNs() - offsetNs,
        work.runQueueNs(),
        offsetNs);
  }

  /** The time from the start to the end. */
  static DelayWindow during(TimedWork work, long offsetNs) {
    return new DelayWindow(
        work,
        false,
        work.startNs() - offsetNs,
        work.endNs() - offsetNs,
        work.executionRunQueueNs(),
        offsetNs);
  }

  /**
   * Whether a wait that ended then is one of it. The clocks may differ a little, and the thread ran
   * when it read the clock at the work's start: so its last wait before that is known as such.
   */
  boolean holds(long waitEndNs) {
    long from = beforeStart ? fromNs : fromNs + SwitchTrace.CLOCK_ERROR_NS;
    return waitEndNs > from && waitEndNs <= toNs + SwitchTrace.CLOCK_ERROR_NS;
  }
}
