package dev.jitterlab.tick.recording;

import dev.jitterlab.tick.Tick;

/**
 * What is recorded of ticks, in nanoseconds; see {@link Tick} for the definitions. The last three
 * are of late ticks only, those whose {@linkplain Tick#hasThreadTimes thread times} were read and
 * that are no {@linkplain Tick#isSample sample}.
 */
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
  DRIFT_EARLY("drift-early"),
  /** The part of a late tick's drift that was {@link Tick#runQueueDelayNs}. */
  LATE_RUN_QUEUE("late-run-queue", 2),
  /** {@link Tick#cpuNs} of a late tick. */
  LATE_CPU("late-cpu", 2),
  /** {@link Tick#executionRunQueueDelayNs} of a late tick. */
  LATE_EXECUTION_RUN_QUEUE("late-execution-run-queue", 2);

  private final String label;
  private final int significantDigits;

  TickMetric(String label) {
    this(label, 3);
  }

  TickMetric(String label, int significantDigits) {
    this.label = label;
    this.significantDigits = significantDigits;
  }

  /** Returns the name used in tick logs. */
  public String label() {
    return label;
  }

  /** Returns how exact its histograms are; a digit less takes an eighth of the memory. */
  int significantDigits() {
    return significantDigits;
  }
}
