package dev.jitterlab.lab.validity.evidence;

/** A kind of evidence that a check may need. */
public enum Kind {
  /** A block that was measured, if only in part. */
  MEASUREMENT,
  /** What became of the processes. */
  PROCESSES,
  /** The tick logs of servers and load processes. */
  TICK_LOGS,
  /** The response times that load generators record. */
  RESPONSES,
  /** What the idle control processes saw. */
  CONTROL,
  /** What was sampled while the run went on, of processes and of the machine. */
  SAMPLES,
  /** The machine, as it was written down before the run. */
  ENVIRONMENT,
  /** Which instances count, and which lie far outside their group. */
  INSTANCES,
  /** The ratio of the baseline to itself, with its interval. */
  BASELINE_AGAINST_ITSELF,
  /** The greatest loads that instances carried. */
  CAPACITIES;

  /** Whether there is any of it. */
  public boolean isIn(Evidence evidence) {
    return switch (this) {
      case MEASUREMENT -> !evidence.measured().isEmpty();
      case PROCESSES -> !evidence.processes().isEmpty();
      case TICK_LOGS -> !evidence.ticks().isEmpty();
      case RESPONSES -> !evidence.responses().isEmpty();
      case CONTROL -> !evidence.controls().isEmpty();
      case SAMPLES -> evidence.samples().isPresent();
      case ENVIRONMENT -> evidence.environment().isPresent();
      case INSTANCES -> evidence.outcomes().isPresent();
      case BASELINE_AGAINST_ITSELF ->
          evidence.outcomes().flatMap(Outcomes::baselineAgainstItself).isPresent();
      case CAPACITIES -> evidence.outcomes().filter(one -> !one.capacities().isEmpty()).isPresent();
    };
  }
}
