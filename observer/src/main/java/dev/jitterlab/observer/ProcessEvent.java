package dev.jitterlab.observer;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The {@code jitterlab.Process} event of Java Flight Recorder: what the operating system says of
 * the process and of the machine, ten times a second, and whenever the thread that reads it woke up
 * late. What cannot be read is absent.
 */
@Name("jitterlab.Process")
@Label("Process")
@Category("Jitterlab")
@Description("What the system did to the process: standstills, steal, page faults, throttling")
@StackTrace(false)
final class ProcessEvent extends Event {
  /** A time span or a number that JFR shows as not available. */
  static final long ABSENT = Long.MIN_VALUE;

  @Label("Since")
  @Description("Time since the event before this one, to which all other figures refer")
  @Timespan(Timespan.NANOSECONDS)
  long since;

  @Label("Overslept")
  @Description("How much later than it was due the watching thread woke up; 0 for a few ms")
  @Timespan(Timespan.NANOSECONDS)
  long overslept;

  @Label("Run-Queue Delay")
  @Description("For how long the watching thread could have run and had no CPU; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long runQueueDelay;

  @Label("Steal")
  @Description("CPU time that the hypervisor gave to others, of all CPUs; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long steal;

  @Label("Busy")
  @Description("CPU time that all processes of the machine used; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long busy;

  @Label("CPU Time")
  @Description("CPU time that this process used; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long cpu;

  @Label("CPUs")
  @Description("The machine's CPUs; absent if not read")
  long cpus;

  @Label("Major Page Faults")
  @Description("Page faults of this process that waited for the disk; absent if not read")
  long majorFaults;

  @Label("Throttled")
  @Description(
      "For how long a CPU limit held back the process's control groups; absent without a limit")
  @Timespan(Timespan.NANOSECONDS)
  long throttled;
}
