package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;

/**
 * Work that was looked at.
 *
 * @param beforeNs how long the thread's works before it took
 * @param budget why it was late; null if it was on time
 */
record PastWork(TimedWork work, long beforeNs, Budget budget) {
  long latenessNs() {
    return budget == null ? 0 : budget.latenessNs();
  }

  long ns(Cause cause) {
    return budget == null ? 0 : budget.ns(cause);
  }
}
