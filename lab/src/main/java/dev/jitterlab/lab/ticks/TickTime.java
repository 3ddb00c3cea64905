package dev.jitterlab.lab.ticks;

import java.util.Locale;

/** The timings of a tick, as docs/method.md defines them. */
public enum TickTime {
  /** Start − perfect schedule; negative where a tick started early. */
  DRIFT,
  /** End − start. */
  EXECUTION,
  /** Start − previous end. */
  WAIT,
  /** Execution + wait. */
  TOTAL,
  /**
   * Start − previous start − period, of servers that record it: jittertest's figure (Tinetti,
   * section IV).
   */
  RELEASE_JITTER;

  /** The metric's name in a sentence. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
