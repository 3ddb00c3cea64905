package dev.jitterlab.lab.run;

/**
 * What the lab itself adds to the scraped samples: metrics and sources of {@code samples.duckdb}.
 */
public final class LabMetrics {
  /** Each name of what the lab itself samples begins so. */
  public static final String PREFIX = "lab_";

  /** The CPU time that a process has used since its start. */
  public static final String PROCESS_CPU = "lab_process_cpu_seconds_total";

  /** How much of its memory a process has in the machine's. */
  public static final String RESIDENT = "lab_process_resident_bytes";

  /** How much of its memory is on the disk. */
  public static final String SWAPPED = "lab_process_swapped_bytes";

  /** How often a process waited for a page from the disk. */
  public static final String MAJOR_FAULTS = "lab_process_major_faults_total";

  /** Periods in which a control group with a CPU limit had something to run. */
  public static final String CPU_PERIODS = "lab_process_cpu_periods_total";

  /** Those of them in which it had used up its quota. */
  public static final String THROTTLED_PERIODS = "lab_process_throttled_periods_total";

  /** For how long a process's threads waited for a CPU while they could have run. */
  public static final String RUN_QUEUE = "lab_process_run_queue_seconds_total";

  /** The CPU time of the threads by which a process is observed from within. */
  public static final String OBSERVING_CPU = "lab_observing_cpu_seconds_total";

  /** The CPU time of the threads of a JVM that collect garbage. */
  public static final String COLLECTOR_CPU = "lab_collector_cpu_seconds_total";

  /** The CPU time of a process of the run, with all that it has started. */
  public static final String SESSION_CPU = "lab_session_cpu_seconds_total";

  /** The CPU time of a process that is not the run's; its labels say which. */
  public static final String OTHER_CPU = "lab_other_cpu_seconds_total";

  /** The CPU time of the kernel's own threads, which work for all processes. */
  public static final String KERNEL_CPU = "lab_kernel_cpu_seconds_total";

  /** Another lab that measures on this machine; its label says which process. */
  public static final String OTHER_LABS = "lab_other_labs";

  /** The CPU time of a core, by state. */
  public static final String MACHINE_CPU = "lab_machine_cpu_seconds_total";

  /** Pages that were swapped in or out. */
  public static final String SWAPPED_PAGES = "lab_machine_swapped_pages_total";

  /** How fast a core runs. */
  public static final String CPU_HERTZ = "lab_machine_cpu_hertz";

  /** By how much a round of scrapes began late. */
  public static final String SCRAPE_LATENESS = "lab_scrape_lateness_seconds";

  /** How long a scrape took; there only if it succeeded. */
  public static final String SCRAPE_SECONDS = "lab_scrape_seconds";

  /** How many scrapes of a source have failed. */
  public static final String SCRAPE_FAILED = "lab_scrape_failed_total";

  /** How many samples could not be written. */
  public static final String SAMPLES_DROPPED = "lab_samples_dropped_total";

  /** The source of what concerns no process. */
  public static final String MACHINE = "machine";

  /** The source of what concerns the lab itself. */
  public static final String LAB = "lab";

  private LabMetrics() {}
}
