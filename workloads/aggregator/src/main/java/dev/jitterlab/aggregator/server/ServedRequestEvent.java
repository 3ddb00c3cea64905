package dev.jitterlab.aggregator.server;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The event {@code jitterlab.Request} of Java Flight Recorder, as the agent emits it for servers
 * that have none of their own: here from a request's arrival until its answer is ready.
 */
@Name("jitterlab.Request")
@Label("Request")
@Category("Jitterlab")
@Description("A request whose answer took longer than the threshold")
@StackTrace(false)
final class ServedRequestEvent extends Event {
  /** A time span that JFR shows as not available. */
  private static final long ABSENT = Long.MIN_VALUE;

  @Label("Name")
  @Description("The kind of page")
  String name;

  @Label("CPU Time")
  @Description("Absent: several threads work for one request")
  @Timespan(Timespan.NANOSECONDS)
  long cpu = ABSENT;

  @Label("Run-Queue Delay")
  @Description("Absent: several threads work for one request")
  @Timespan(Timespan.NANOSECONDS)
  long runQueueDelay = ABSENT;
}
