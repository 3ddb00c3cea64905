package dev.jitterlab.diagnosis.log;

import dev.jitterlab.arrivals.FlightEvents;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.GcFamily;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Adds collections, safepoints and allocation stalls of a unified log to a timeline. What the
 * recording shows already is not added again, so the recording is read first. It shows nothing of
 * the time before it: that is the log's, also where the events are recorded.
 */
public final class GcLogReader {
  private static final String SOURCE = "gc.log";
  private static final long FINE_NS = 1_000_000;

  /** Of pauses, safepoints and stalls together; a JVM writes so many in weeks. */
  private static final int MOST = 2_000_000;

  private record Ended<T>(LogLine line, T what) {}

  private final TimelineBuilder timeline;
  private final LogClock clock;
  private final List<Ended<LogPause>> pauses = new ArrayList<>();
  private final List<Ended<LogSafepoint>> safepoints = new ArrayList<>();
  private final List<Ended<LogStall>> stalls = new ArrayList<>();
  private final LogSafepoint.Parser parser = new LogSafepoint.Parser();
  private boolean tellsSafepoints;
  private boolean tellsCollections;
  private int lines;
  private int kept;
  private int leftOut;

  private GcLogReader(TimelineBuilder timeline, OptionalLong jvmStartNs) {
    this.timeline = timeline;
    this.clock = new LogClock(jvmStartNs);
  }

  /**
   * Reads a log. What is wrong with it becomes a problem of the timeline.
   *
   * @param jvmStartNs when the JVM started, as the recording has it
   */
  public static void read(Path log, OptionalLong jvmStartNs, TimelineBuilder timeline) {
    GcLogReader reader = new GcLogReader(timeline, jvmStartNs);
    try {
      BoundedLines.read(log, reader::line);
    } catch (IOException e) {
      timeline.problem(SOURCE + " cannot be read: " + e.getMessage() + ".");
      return;
    }
    if (reader.lines == 0) {
      timeline.problem(
          SOURCE
              + " has no line of a unified log with a time; use -Xlog:…:time,uptime,level,tags.");
    } else if (!reader.clock.isUsable()) {
      timeline.problem(
          SOURCE
              + " has uptimes only and there is no recording that says when the JVM started; use"
              + " -Xlog:…:time,uptime,level,tags.");
    } else {
      reader.add();
    }
  }

  private void line(String text) {
    LogLine.parse(text).ifPresent(this::line);
  }

  private void line(LogLine line) {
    lines++;
    clock.see(line);
    tellsSafepoints |= line.tags().startsWith("safepoint");
    tellsCollections |= line.tags().startsWith("gc");
    GcFamily.ofLog(line.message()).ifPresent(timeline::collector);
    LogPause.parse(line.message()).ifPresent(pause -> keep(pauses, line, pause));
    parser.parse(line.message()).ifPresent(one -> keep(safepoints, line, one));
    LogStall.parse(line.message()).ifPresent(stall -> keep(stalls, line, stall));
  }

  private <T> void keep(List<Ended<T>> all, LogLine line, T what) {
    if (kept < MOST) {
      all.add(new Ended<>(line, what));
      kept++;
    } else {
      leftOut++;
    }
  }

  private void add() {
    if (leftOut > 0) {
      timeline.problem(
          SOURCE
              + " has more than "
              + MOST
              + " pauses and safepoints; "
              + leftOut
              + " of the last ones are left out.");
    }
    align();
    if (!clock.isSure()) {
      timeline.problem(
          SOURCE
              + " has times in nanoseconds only, which may count from the start of the machine; use"
              + " -Xlog:…:time,uptime,level,tags.");
      return;
    }
    timeline.add(clock.alignment(SOURCE, "pauses"));
    if (tellsCollections || !pauses.isEmpty()) {
      addPauses();
      addStalls();
    }
    if (tellsSafepoints || !safepoints.isEmpty()) {
      addSafepoints();
    }
  }

  /** By collections that have one pause in the log and one in the recording. */
  private void align() {
    Map<Integer, Long> ends = new HashMap<>();
    for (Ended<LogPause> pause : pauses) {
      ends.merge(pause.what().collection(), clock.at(pause.line()), (_, _) -> Long.MIN_VALUE);
    }
    clock.align(
        timeline.singlePauseEnds().entrySet().stream()
            .filter(one -> ends.getOrDefault(one.getKey(), Long.MIN_VALUE) != Long.MIN_VALUE)
            .mapToLong(one -> one.getValue() - ends.get(one.getKey()))
            .toArray());
  }

  private void addPauses() {
    boolean known = isRecorded("jdk.GCPhasePause");
    boolean collectionsKnown = isRecorded("jdk.GarbageCollection");
    for (Ended<LogPause> pause : pauses) {
      long end = clock.at(pause.line());
      long start = end - Math.round(pause.what().seconds() * 1e9);
      String what = pause.what().name() + brackets(pause.what().why());
      Stretch stop = stop(Cause.GC_PAUSE, start, end, what);
      boolean isBefore = timeline.isBeforeRecording(end);
      if (!known || isBefore) {
        timeline.add(pause.what().collection(), stop);
      }
      if (!collectionsKnown || isBefore) {
        timeline.add(
            new GarbageCollection(
                pause.what().collection(),
                start,
                end,
                pause.what().name(),
                pause.what().why(),
                end - start,
                pause.what().failed(),
                SOURCE,
                List.of(stop)));
      }
    }
    timeline.recorded(Cause.GC_PAUSE);
  }

  private static String brackets(String why) {
    return why.isEmpty() ? "" : " (" + why + ")";
  }

  private void addStalls() {
    Map<String, Long> byName = new HashMap<>();
    timeline.threads().forEach((id, name) -> byName.put(name, id));
    boolean known = isRecorded("jdk.ZAllocationStall");
    for (Ended<LogStall> stall : stalls) {
      long end = clock.at(stall.line());
      Long thread = byName.get(stall.what().thread());
      if (thread != null && (!known || timeline.isBeforeRecording(end))) {
        timeline.add(
            new Stretch(
                Cause.GC_STALL,
                end - Math.round(stall.what().seconds() * 1e9),
                end,
                thread,
                SOURCE,
                "Allocation Stall"));
      }
    }
    timeline.recorded(Cause.GC_STALL);
  }

  private void addSafepoints() {
    boolean syncKnown = isRecorded("jdk.SafepointBegin");
    boolean operationKnown = isRecorded("jdk.ExecuteVMOperation");
    for (Ended<LogSafepoint> one : safepoints) {
      long end = clock.at(one.line());
      long start = end - one.what().totalNs();
      long stopped = Math.min(end, start + one.what().reachingNs());
      String operation = one.what().operation();
      boolean isBefore = timeline.isBeforeRecording(end);
      if (!syncKnown || isBefore) {
        timeline.add(stop(Cause.TIME_TO_SAFEPOINT, start, stopped, operation));
      }
      if ((!operationKnown || isBefore) && !FlightEvents.isCollection(operation)) {
        timeline.add(stop(Cause.SAFEPOINT_OPERATION, stopped, end, operation));
      }
    }
    timeline.recorded(Cause.TIME_TO_SAFEPOINT);
    timeline.recorded(Cause.SAFEPOINT_OPERATION);
  }

  private static Stretch stop(Cause cause, long startNs, long endNs, String what) {
    return new Stretch(cause, startNs, endNs, JvmTimeline.ALL_THREADS, SOURCE, what);
  }

  private boolean isRecorded(String event) {
    EventSetting setting = timeline.settings().getOrDefault(event, EventSetting.OFF);
    return setting.enabled() && setting.thresholdNs() <= FINE_NS;
  }
}
