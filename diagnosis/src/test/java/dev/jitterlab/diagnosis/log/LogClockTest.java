package dev.jitterlab.diagnosis.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Alignment;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogClockTest {
  private static final long MS = 1_000_000;
  private static final long START_NS = 1_795_335_580_123_456_789L;

  /** What a JVM would write at that uptime. */
  private static LogLine line(long uptimeNs, boolean fine) {
    return new LogLine(
        OptionalLong.of((START_NS + uptimeNs) / MS),
        fine ? OptionalLong.of(uptimeNs) : OptionalLong.empty(),
        fine ? 1 : 0,
        fine,
        "gc",
        "");
  }

  @Test
  void wallClockAndFineUptimeTogetherKnowTheStartBetterThanTheWallClock() {
    Random random = new Random(1);
    LogClock clock = new LogClock(OptionalLong.empty());
    List<LogLine> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add(line(i * (10 * MS) + random.nextLong(10 * MS), true));
    }
    lines.forEach(clock::see);

    Alignment alignment = clock.alignment("gc.log", "pauses");
    assertTrue(alignment.errorNs() < 20_000, alignment.toString());
    for (LogLine line : lines) {
      long off = Math.abs(clock.at(line) - START_NS - line.uptimeNs().orElseThrow());
      assertTrue(off <= alignment.errorNs(), off + " > " + alignment);
    }
  }

  /** The decoration timenanos counts from the start of the machine. */
  @Test
  void whatCountsFromTheStartOfTheMachineIsNoUptime() {
    for (String line :
        List.of(
            "[0.291s][8123456789012345ns][gc] x",
            "[8123456789012345ns][0.291s][gc] x",
            "[0.291s][291000000ns][8123456789012345ns][gc] x")) {
      LogLine read = LogLine.parse(line).orElseThrow();
      assertEquals(OptionalLong.of(291 * MS), read.uptimeNs(), line);
    }
    assertEquals(
        1, LogLine.parse("[0.291s][291384001ns][gc] x").orElseThrow().uptimeResolutionNs());
  }

  @Test
  void afterAStepOfTheWallClockEachLineHasItsOwn() {
    LogClock clock = new LogClock(OptionalLong.empty());
    LogLine first = new LogLine(OptionalLong.of(1_000), OptionalLong.of(0), 1, true, "gc", "");
    LogLine second =
        new LogLine(OptionalLong.of(4_000), OptionalLong.of(1_000 * MS), 1, true, "gc", "");
    clock.see(first);
    clock.see(second);

    assertEquals(1_000 * MS, clock.at(first), MS);
    assertEquals(4_000 * MS, clock.at(second), MS);
    assertEquals(MS / 2, clock.alignment("gc.log", "pauses").errorNs());
  }

  @Test
  void theStatedErrorHoldsForTheWallClockAlone() {
    LogClock clock = new LogClock(OptionalLong.empty());
    long worst = 0;
    for (long uptime = 0; uptime < 20 * MS; uptime += 77_777) {
      LogLine line = line(uptime, false);
      clock.see(line);
      worst = Math.max(worst, Math.abs(clock.at(line) - START_NS - uptime));
    }
    assertEquals(MS / 2, clock.alignment("jit.log", "").errorNs());
    assertTrue(worst <= MS / 2, Long.toString(worst));
  }

  @Test
  void takesOffWhatTheSameThingsInBothDiffer() {
    LogClock clock = new LogClock(OptionalLong.empty());
    LogLine line = line(5 * MS, true);
    clock.see(line);
    long before = clock.at(line);
    clock.align(new long[] {-40_000, -38_000, -41_000, -40_500, -900_000});

    assertEquals(before - 40_500, clock.at(line));
    Alignment alignment = clock.alignment("gc.log", "pauses");
    assertEquals("by 5 pauses that the recording has too", alignment.method());
    assertEquals(859_500, alignment.errorNs()); // one of five lies that far off: the error says so
  }

  /** The machine was started three minutes before the JVM. */
  @Test
  void nanosecondsAloneMayCountFromTheStartOfTheMachine() {
    assertFalse(clockOf("[180200000000ns][gc] x").isSure());
    assertTrue(clockOf("[200000000ns][gc] x", "[180200000000ns][gc] x").isSure());
    assertTrue(clockOf("[180.200s][180200000000ns][gc] x").isSure());
    assertTrue(clockOf("[2026-11-22T08:19:26.905+0000][180200000000ns][gc] x").isSure());

    LogClock anchored = clockOf("[180200000000ns][gc] x");
    anchored.align(new long[] {-180_000 * MS, -180_000 * MS, -180_000 * MS});
    assertTrue(anchored.isSure(), "the recording has the same pauses");
  }

  private static LogClock clockOf(String... lines) {
    LogClock clock = new LogClock(OptionalLong.of(START_NS));
    for (String line : lines) {
      clock.see(LogLine.parse(line).orElseThrow());
    }
    return clock;
  }

  @Test
  void addsNoPauseOfALogWhoseClockIsNotKnown(@TempDir Path folder) throws IOException {
    String pause = "][info][gc] GC(4) Pause Full (System.gc()) 9M->9M(64M) 9.000ms";
    TimelineBuilder timeline = new TimelineBuilder();
    Path log = Files.writeString(folder.resolve("gc.log"), "[180200000000ns" + pause);
    GcLogReader.read(log, OptionalLong.of(START_NS), timeline);
    JvmTimeline built = timeline.build();

    assertEquals(List.of(), built.collections());
    assertFalse(built.coverage(Cause.GC_PAUSE).recorded());
    assertTrue(built.problems().getFirst().contains("the start of the machine"));

    TimelineBuilder known = new TimelineBuilder();
    Files.writeString(log, "[180.200s" + pause);
    GcLogReader.read(log, OptionalLong.of(START_NS), known);
    assertEquals(1, known.build().collections().size());
  }

  @Test
  void uptimesAloneNeedTheStartOfTheJvm() {
    assertFalse(new LogClock(OptionalLong.empty()).isUsable());

    LogClock clock = new LogClock(OptionalLong.of(START_NS));
    LogLine line = LogLine.parse("[1.5s][info][gc] x").orElseThrow();
    clock.see(line);
    assertTrue(clock.isUsable());
    assertEquals(START_NS + 1_500_000_000L, clock.at(line));
  }
}
