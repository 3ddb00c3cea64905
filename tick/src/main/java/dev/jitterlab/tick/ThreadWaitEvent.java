package dev.jitterlab.tick;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The {@code jitterlab.ThreadWait} event of Java Flight Recorder: a wait that {@link WaitWatch}
 * saw. The event's own start and end are the first and the last look that saw the thread wait, so
 * the wait lasted at least that long. Its own thread is the watch's.
 */
@Name("jitterlab.ThreadWait")
@Label("Wait of a Virtual Thread")
@Category("Jitterlab")
@Description(
    "A virtual thread that was in a tick or a request waited, from the first to the last look that"
        + " saw it wait")
@StackTrace(false)
final class ThreadWaitEvent extends Event {
  @Label("Waiter")
  @Description("The thread that waited")
  Thread waiter;

  @Label("For a Lock")
  @Description("Whether it waited for a lock, and not for a signal or for time to pass")
  boolean lock;

  @Label("Place")
  @Description("Innermost frame that is not the JDK's own, or its innermost frame")
  String place;
}
