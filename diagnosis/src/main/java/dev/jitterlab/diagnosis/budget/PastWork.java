package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;

/**
 * Work that was looked at.
 *
 * @param budget why it was late; null if it was on time
 */
record PastWork(TimedWork work, Budget budget) {
  long latenessNs() {
    return budget == null ? 0 : budget.latenessNs();
  }

  long ns(Cause cause) {
    return budget == null ? 0 : budget.ns(cause);
  }
}
