package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.IdentityHashMap;
import jdk.jfr.consumer.RecordedThread;

/** Numbers and names the threads of events. Not thread-safe. */
final class EventThreads {
  private static final int MOST = 10_000;

  private final TimelineBuilder timeline;

  /** The JDK's reader gives the same object for the same thread of a part. */
  private final IdentityHashMap<RecordedThread, Long> known = new IdentityHashMap<>();

  EventThreads(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  /** Its number; all threads if the event names none. */
  long number(RecordedThread thread) {
    if (thread == null) {
      return JvmTimeline.ALL_THREADS;
    }
    Long number = known.get(thread);
    if (number == null) {
      if (known.size() == MOST) {
        known.clear();
      }
      number = thread.getId();
      known.put(thread, number);
      timeline.thread(number, name(thread));
      if (thread.isVirtual()) {
        timeline.virtualThread(number);
      } else if (thread.getOSThreadId() > 0) {
        timeline.systemThread(thread.getOSThreadId(), number);
      }
    }
    return number;
  }

  static String name(RecordedThread thread) {
    return name(thread.getJavaName(), thread.getOSName(), thread.getId());
  }

  /** A thread's name in Java, else in the operating system, else its number. */
  static String name(String java, String system, long id) {
    String name = java == null ? system : java;
    return name == null || name.isEmpty() ? "thread " + id : name;
  }
}
