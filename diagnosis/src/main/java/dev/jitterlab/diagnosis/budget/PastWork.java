package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;

/**
 * Work that was looked at.
 *
 * @param works all works
 * @param at its place among them
 * @param budget why it was late; null if it was on time
 */
record PastWork(TimedWorks works, int at, Budget budget) {
  TimedWork work() {
    return works.get(at);
  }

  static long latenessNs(Budget budget) {
    return budget == null ? 0 : budget.latenessNs();
  }
}
