package dev.jitterlab.diagnosis.log;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Adds the compilations of a JIT log to a timeline, and the code that was thrown away. What the
 * recording shows already is not added again, so the recording is read first.
 */
public final class JitLogReader {
  private static final String SOURCE = "jit.log";

  private static final int MOST = 2_000_000;

  private record Line(LogLine line, LogCompilation what) {}

  private JitLogReader() {}

  /**
   * Reads a log. What is wrong with it becomes a problem of the timeline.
   *
   * @param jvmStartNs when the JVM started, as the recording has it
   */
  public static void read(Path log, OptionalLong jvmStartNs, TimelineBuilder timeline) {
    LogClock clock = new LogClock(jvmStartNs);
    List<Line> lines = new ArrayList<>();
    try {
      BoundedLines.read(
          log,
          text ->
              LogLine.parse(text)
                  .ifPresent(
                      line -> {
                        clock.see(line);
                        LogCompilation.parse(line.message())
                            .filter(_ -> lines.size() < MOST)
                            .ifPresent(what -> lines.add(new Line(line, what)));
                      }));
    } catch (IOException e) {
      timeline.problem(SOURCE + " cannot be read: " + e.getMessage() + ".");
      return;
    }
    if (lines.isEmpty() || !clock.isUsable()) {
      timeline.problem(
          SOURCE
              + " has no compilation with a time; use"
              + " -Xlog:jit+compilation=debug:file=jit.log:timemillis.");
      return;
    }
    if (lines.size() == MOST) {
      timeline.problem(SOURCE + " has more than " + MOST + " compilations; the rest is left out.");
    }
    add(lines, clock, timeline);
  }

  private static void add(List<Line> lines, LogClock clock, TimelineBuilder timeline) {
    Map<Integer, MethodCompilation> recorded = new HashMap<>();
    timeline.compilations().forEach(one -> recorded.putIfAbsent(one.id(), one));
    clock.align(
        lines.stream()
            .filter(
                one -> one.what().isStart() && isSame(recorded.get(one.what().id()), one.what()))
            .mapToLong(one -> recorded.get(one.what().id()).startNs() - clock.at(one.line()))
            .toArray());
    if (!clock.isSure()) {
      timeline.problem(
          SOURCE
              + " has times in nanoseconds only, which may count from the start of the machine; use"
              + " -Xlog:jit+compilation=debug:file=jit.log:timemillis.");
      return;
    }
    timeline.add(clock.alignment(SOURCE, "compilations"));
    boolean deoptimisationsKnown =
        timeline.settings().getOrDefault("jdk.Deoptimization", EventSetting.OFF).enabled();
    for (Line one : lines) {
      LogCompilation what = one.what();
      long at = clock.at(one.line());
      if (what.isStart() && !isSame(recorded.get(what.id()), what)) {
        int level = what.level() == 0 ? MethodCompilation.OPTIMISED : what.level();
        timeline.add(new MethodCompilation(at, at, what.method(), level, what.id(), false, SOURCE));
      } else if (what.isThrownAway() && !deoptimisationsKnown) {
        timeline.add(
            new CodeThrownAway(
                at,
                JvmTimeline.ALL_THREADS,
                what.method(),
                0,
                what.reason(),
                "",
                SOURCE,
                CodeThrownAway.UNKNOWN,
                CodeThrownAway.UNKNOWN,
                ""));
      }
    }
    timeline.compilationsLoggedFrom(clock.at(lines.getFirst().line()));
    timeline.recorded(Cause.FIRST_COMPILATION);
    timeline.recorded(Cause.DEOPTIMISED_CODE);
  }

  private static boolean isSame(MethodCompilation recorded, LogCompilation what) {
    return recorded != null && recorded.method().equals(what.method());
  }
}
