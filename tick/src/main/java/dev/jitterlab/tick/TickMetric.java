package dev.jitterlab.tick;

/** What is recorded of every tick, in nanoseconds; see {@link Tick} for the definitions. */
public enum TickMetric {
  /** End − start. */
  EXECUTION("execution"),
  /** Start − previous end. */
  WAIT("wait"),
  /** Execution + wait. */
  TOTAL("total"),
  /** Start − perfect schedule, of ticks that did not start early. */
  DRIFT("drift"),
  /** Perfect schedule − start, of ticks that started early: histograms know no negative values. */
  DRIFT_EARLY("drift-early");

  private final String label;

  TickMetric(String label) {
    this.label = label;
  }

  /** Returns the name used in tick logs. */
  public String label() {
    return label;
  }
}
