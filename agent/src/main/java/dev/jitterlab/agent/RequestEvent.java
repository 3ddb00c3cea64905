package dev.jitterlab.agent;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The {@code jitterlab.Request} event of Java Flight Recorder: a slow request, emitted by the
 * thread that serves it. The event's own start and duration are those of the call.
 */
@Name("jitterlab.Request")
@Label("Request")
@Category("Jitterlab")
@Description("A call that served a request, where it took longer than the agent's threshold")
@StackTrace(false)
final class RequestEvent extends Event {
  @Label("Name")
  @Description("Class and method that served it")
  String name;

  @Label("CPU Time")
  @Description("CPU time of the call, within a few ms; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long cpu;

  @Label("Run-Queue Delay")
  @Description("Part of the call in which the thread waited for a CPU; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long runQueueDelay;
}
