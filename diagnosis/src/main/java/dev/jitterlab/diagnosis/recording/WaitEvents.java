package dev.jitterlab.diagnosis.recording;

import static dev.jitterlab.diagnosis.recording.EventValues.className;
import static dev.jitterlab.diagnosis.recording.EventValues.text;

import dev.jitterlab.arrivals.FlightEvents;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** What a thread waits for: locks, memory, files, sockets, time. */
final class WaitEvents implements EventGroup {
  /** What a wait for a file says of itself if a logger waited, or the file is called a log. */
  private static final String BY_A_LOG = ", a log";

  private static final List<String> LOGGERS =
      List.of(
          "java.util.logging.",
          "org.apache.logging.",
          "org.apache.log4j.",
          "ch.qos.logback.",
          "org.tinylog.",
          "org.jboss.logmanager.");

  private final TimelineBuilder timeline;
  private final EventThreads threads;
  private final EventPlaces places;

  WaitEvents(TimelineBuilder timeline, EventThreads threads, EventPlaces places) {
    this.timeline = timeline;
    this.threads = threads;
    this.places = places;
  }

  @Override
  public void register(Map<String, Consumer<RecordedEvent>> readers) {
    readers.put("jdk.ZAllocationStall", event -> wait(event, Cause.GC_STALL, "allocation stall"));
    readers.put("jdk.JavaMonitorEnter", this::monitor);
    readers.put("jdk.ThreadPark", this::park);
    readers.put(JvmTimeline.VIRTUAL_WAITS, this::virtualThread);
    readers.put("jdk.JavaMonitorWait", event -> wait(event, Cause.PARK, "Object.wait"));
    readers.put("jdk.ThreadSleep", event -> wait(event, Cause.SLEEP, "Thread.sleep"));
    readers.put(
        "jdk.VirtualThreadPinned", event -> wait(event, Cause.PINNED, text(event, "pinnedReason")));
    for (String event : List.of("jdk.FileRead", "jdk.FileWrite", "jdk.FileForce")) {
      readers.put(event, this::file);
    }
    for (String event : List.of("jdk.SocketRead", "jdk.SocketWrite")) {
      readers.put(event, one -> wait(one, Cause.IO, text(one, "host") + ":" + text(one, "port")));
    }
  }

  private void monitor(RecordedEvent event) {
    RecordedThread holder = event.getThread("previousOwner");
    wait(
        event,
        Cause.LOCK_WAIT,
        className(event, "monitorClass")
            + (holder == null ? "" : ", held by " + EventThreads.name(holder)),
        event.hasField("address") ? event.getLong("address") : Stretch.UNKNOWN_LOCK);
  }

  private void park(RecordedEvent event) {
    String blocker = className(event, "parkedClass");
    boolean lock = FlightEvents.isLock(blocker, event.getStackTrace());
    Cause cause = lock ? Cause.LOCK_WAIT : Cause.PARK;
    wait(event, cause, blocker.isEmpty() ? "park" : blocker);
  }

  /** What a watch has seen; the event's own thread is the watch's. */
  private void virtualThread(RecordedEvent event) {
    RecordedThread thread = event.getThread("waiter");
    if (thread != null) {
      boolean lock = event.getBoolean("lock");
      String place = text(event, "place");
      timeline.add(
          EventValues.stretch(
              event,
              lock ? Cause.LOCK_WAIT : Cause.PARK,
              threads.number(thread),
              (lock ? "a lock" : "park") + (place.isEmpty() ? "" : ", at " + place),
              Stretch.UNKNOWN_LOCK));
    }
  }

  private void file(RecordedEvent event) {
    String path = text(event, "path");
    if (FlightEvents.isOfDevice(path)) {
      boolean log = path.endsWith(".log") || isLog(event.getStackTrace());
      wait(event, Cause.IO, path + (log ? BY_A_LOG : ""));
    }
  }

  private static boolean isLog(RecordedStackTrace stack) {
    if (stack != null) {
      for (RecordedFrame frame : stack.getFrames()) {
        String method = EventValues.method(frame.getMethod());
        if (LOGGERS.stream().anyMatch(method::startsWith)) {
          return true;
        }
      }
    }
    return false;
  }

  private void wait(RecordedEvent event, Cause cause, String what) {
    wait(event, cause, what, Stretch.UNKNOWN_LOCK);
  }

  private void wait(RecordedEvent event, Cause cause, String what, long lock) {
    RecordedThread thread = event.getThread();
    if (thread != null) {
      String at = places.of(event.getStackTrace());
      timeline.add(
          EventValues.stretch(
              event,
              cause,
              threads.number(thread),
              at.isEmpty() ? what : what + ", at " + at,
              lock));
    }
  }
}
