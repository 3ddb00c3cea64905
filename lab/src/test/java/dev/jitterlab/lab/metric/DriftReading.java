package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ticks.Distribution;

/** What a metric of the drift reads of a server that ticks to the end. */
public final class DriftReading {
  private DriftReading() {}

  /** Of these drifts. */
  public static Object of(Distribution drifts) {
    return new Answers(drifts, 0, 0);
  }
}
