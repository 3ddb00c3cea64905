package dev.jitterlab.lab.run;

/** What the lab itself samples of processes and machines: metrics of {@code samples.duckdb}. */
public final class HostMetrics {
  /** The CPU time that a process has used since its start. */
  public static final String PROCESS_CPU = "lab_process_cpu_seconds_total";

  /** The CPU time of the threads by which a process is observed from within. */
  public static final String OBSERVING_CPU = "lab_observing_cpu_seconds_total";

  /** The CPU time of a process of the run, with all that it has started. */
  public static final String SESSION_CPU = "lab_session_cpu_seconds_total";

  /** The CPU time of a process that is not the run's; its labels say which. */
  public static final String OTHER_CPU = "lab_other_cpu_seconds_total";

  /** The CPU time of a core, by state. */
  public static final String MACHINE_CPU = "lab_machine_cpu_seconds_total";

  /** The source of what concerns no process. */
  public static final String MACHINE = "machine";

  /** The source of what concerns the lab itself. */
  public static final String LAB = "lab";

  private HostMetrics() {}
}
