package dev.jitterlab.diagnosis.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up traces: times are in milliseconds, the server is process 100, its tick thread is 107. */
class SwitchTraceTest {
  private static final long MS = 1_000_000;

  /** The trace's clock begins so long behind the epoch. */
  private static final long OFFSET_NS = 1_795_000_000_000_000_000L;

  private static final long WORKER = 7;
  private static final int SERVER = 100;
  private static final int TICKS = 107;
  private static final int C2 = 103;
  private static final int GC = 104;
  private static final int STRESS = 900;

  @TempDir private Path folder;

  private final TimelineBuilder timeline = new TimelineBuilder();
  private final List<String> lines = new ArrayList<>(List.of(SwitchTrace.HEADER + OFFSET_NS));

  private void threads() {
    timeline.thread(WORKER, "tick-worker-0");
    timeline.systemThread(TICKS, WORKER);
    timeline.thread(3, "C2 CompilerThread0");
    timeline.systemThread(C2, 3);
  }

  private static TimedWork tick(
      double dueMs, double startMs, double endMs, double queuedMs, double queuedInItMs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        "battle-1",
        1,
        WORKER,
        at(dueMs),
        at(startMs),
        at(endMs),
        true,
        ns(queuedMs),
        MS,
        ns(queuedInItMs),
        TimedWork.Total.UNKNOWN,
        0);
  }

  private static long at(double ms) {
    return OFFSET_NS + ns(ms);
  }

  private static long ns(double ms) {
    return Math.round(ms * MS);
  }

  /** A thread follows another one, which cannot run any more. */
  private void next(double ms, int cpu, int previous, int next) {
    add(ms, cpu, previous, false, next);
  }

  /** A thread takes the CPU from another one. */
  private void instead(double ms, int cpu, int previous, int next) {
    add(ms, cpu, previous, true, next);
  }

  private void add(double ms, int cpu, int previous, boolean couldRun, int next) {
    String who =
        switch (next) {
          case 0 -> "0,0,swapper";
          case TICKS -> SERVER + ",107,tick-worker-0";
          case C2 -> SERVER + ",103,C2 CompilerThre";
          case GC -> SERVER + ",104,GC Thread#0";
          default -> next + "," + next + ",stress-ng";
        };
    lines.add(ns(ms) + "," + cpu + "," + previous + "," + (couldRun ? 1 : 0) + "," + who);
  }

  private JvmTimeline read() throws IOException {
    return read(lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  private JvmTimeline read(String text) throws IOException {
    return read(compressed(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private JvmTimeline read(byte[] compressed) throws IOException {
    Path trace = folder.resolve("switches.csv.gz");
    Files.write(trace, compressed);
    SwitchTrace.read(trace, timeline);
    return timeline.build();
  }

  private static byte[] compressed(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  private static QueuedBehind before(JvmTimeline read, TimedWork work) {
    return read.queuedBehind(work, true).orElseThrow();
  }

  /** On CPU 1 others run at the same time, which have nothing to do with it. */
  @Test
  void namesWhoRanOnTheCpuOfTheThreadWhileItWaited() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 3.9, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(5, 1, 0, 901);
    next(9, 1, 901, GC);
    next(10.9, 0, STRESS, C2); // the thread became able to run 0.8 ms before
    next(12, 1, GC, 901);
    next(14, 0, C2, TICKS);
    next(14.5, 1, 901, 0);

    QueuedBehind behind = before(read(), late);
    assertEquals(
        ", behind C2 CompilerThread0 (3.1 ms) and stress-ng outside this JVM (0.8 ms)",
        behind.words());
    assertEquals(ns(3.9), behind.foundNs());
    assertTrue(behind.isWhole());
    assertEquals(List.of(new QueuedBehind.Turn(at(10.9), at(14))), behind.compiling());
    assertEquals(List.of(), timeline.build().problems());
  }

  /** In a container, the server is process 1; the machine's thread 107 is somebody else's. */
  @Test
  void aThreadOfTheSameNumberInAnotherProcessIsAnother() throws IOException {
    threads();
    timeline.process(1);
    TimedWork late = tick(10, 14, 15, 3.9, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    assertTrue(read().queuedBehind(late, true).isEmpty());
  }

  @Test
  void theServersOwnThreadIsFoundByItsProcess() throws IOException {
    threads();
    timeline.process(SERVER);
    TimedWork late = tick(10, 14, 15, 3.9, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    assertEquals(", behind stress-ng outside this JVM (3.9 ms)", before(read(), late).words());
  }

  /** The recording need not have an event of a compiler thread: its own name says what it is. */
  @Test
  void knowsCompilersThatTheRecordingDoesNotName() throws IOException {
    timeline.systemThread(TICKS, WORKER);
    TimedWork late = tick(10, 14, 15, 3, 0);
    timeline.add(late);
    next(5, 0, 0, C2);
    lines.add(ns(12) + ",0," + C2 + ",0,900,903,C2 CompilerThre"); // of another JVM
    next(14, 0, 903, TICKS);
    QueuedBehind behind = before(read(), late);
    assertEquals(
        ", behind C2 CompilerThread outside this JVM (2.0 ms) and C2 CompilerThread (1.0 ms)",
        behind.words());
    assertEquals(List.of(new QueuedBehind.Turn(at(11), at(12))), behind.compiling());
  }

  /** The delay says for how long it waited: what ran before is none of it. */
  @Test
  void goesBackNoFurtherThanTheDelay() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 1, 0);
    timeline.add(late);
    next(1, 0, 0, STRESS);
    next(12, 0, STRESS, C2);
    next(14, 0, C2, TICKS);
    assertEquals(", behind C2 CompilerThread0 (1.0 ms)", before(read(), late).words());
  }

  /** It was woken when the CPU had nothing to do, or later: it did not wait before that. */
  @Test
  void anIdleCpuKeepsNobodyWaiting() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 3, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(12, 0, STRESS, 0);
    next(13, 0, 0, C2);
    next(14, 0, C2, TICKS);
    QueuedBehind behind = before(read(), late);
    assertEquals(", behind C2 CompilerThread0 (1.0 ms)", behind.words());
    assertFalse(behind.isWhole(), "it waited on another CPU before");
  }

  /** When another thread takes its CPU, it waits from then on, and the trace knows it. */
  @Test
  void findsEachWaitOfAThreadThatLostItsCpuSeveralTimes() throws IOException {
    threads();
    TimedWork late = tick(10, 10, 30, 0, 5);
    timeline.add(late);
    next(9, 0, 0, STRESS);
    next(9.99, 0, STRESS, TICKS);
    instead(12, 0, TICKS, C2);
    next(14, 0, C2, TICKS);
    next(15, 0, TICKS, 0); // waits for a lock
    next(16, 0, 0, STRESS);
    next(18, 1, 0, TICKS); // goes on elsewhere, at once
    instead(20, 1, TICKS, GC);
    next(21, 1, GC, 901);
    next(23, 1, 901, TICKS);
    next(29, 1, TICKS, 0);
    QueuedBehind behind = read().queuedBehind(late, false).orElseThrow();
    assertEquals(
        ", behind stress-ng outside this JVM (2.0 ms), C2 CompilerThread0 (2.0 ms) and GC Thread#0"
            + " (1.0 ms)",
        behind.words());
    assertEquals(List.of(new QueuedBehind.Turn(at(12), at(14))), behind.compiling());
  }

  /** Ticks that were due together each have the same wait before their start. */
  @Test
  void oneWaitMayBeThatOfSeveralTicks() throws IOException {
    threads();
    TimedWork first = tick(10, 14, 15, 4, 0);
    TimedWork second = tick(10, 15, 16, 4, 0);
    timeline.add(second);
    timeline.add(first);
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    next(16, 0, TICKS, 0);
    JvmTimeline read = read();
    String words = ", behind stress-ng outside this JVM (4.0 ms)";
    assertEquals(words, before(read, first).words());
    assertEquals(words, before(read, second).words());
  }

  @Test
  void namesThreeAndCountsTheOthers() throws IOException {
    threads();
    TimedWork late = tick(10, 20, 21, 10, 0);
    timeline.add(late);
    next(9, 0, 0, STRESS);
    int previous = STRESS;
    for (int i = 0; i < 5; i++) {
      int next = 1000 + i;
      lines.add(ns(11 + i) + ",0," + previous + ",0," + next + "," + next + ",job-" + i);
      previous = next;
    }
    next(20, 0, previous, TICKS);
    assertEquals(
        ", behind job-4 outside this JVM (5.0 ms), stress-ng outside this JVM (1.0 ms), job-0"
            + " outside this JVM (1.0 ms) and 3 others (3.0 ms)",
        before(read(), late).words());
  }

  /** The JVM's clock drifts away from the wall clock: ticks have the trace's clock themselves. */
  @Test
  void theTicksOwnClockCountsMoreThanTheWallClock() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 2, 0);
    timeline.add(late);
    timeline.clockOffset(at(0), OFFSET_NS + 2 * MS);
    next(5, 0, 0, STRESS);
    next(11, 0, STRESS, C2);
    next(12, 0, C2, TICKS); // 14 on the recording's clock
    next(12.5, 0, TICKS, GC);
    next(13.5, 0, GC, TICKS);
    QueuedBehind behind = before(read(), late);
    assertEquals(
        ", behind stress-ng outside this JVM (1.0 ms) and C2 CompilerThread0 (1.0 ms)",
        behind.words());
    assertEquals(List.of(new QueuedBehind.Turn(at(13), at(14))), behind.compiling());
    assertEquals("by the clock of the ticks", timeline.build().alignments().getFirst().method());
  }

  @Test
  void whereEventsAreLostNobodyIsBlamed() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 4, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    lines.add("lost," + ns(13) + ",0,42");
    next(14, 0, C2, TICKS);
    JvmTimeline read = read();
    assertTrue(read.queuedBehind(late, true).isEmpty());
    assertEquals(
        List.of(
            "The kernel lost 42 scheduler events (switches.csv.gz), so some waits for a CPU are"
                + " without names."),
        read.problems());
  }

  /** The end of STRESS's turn and the start of C2's are missing, and nothing says so. */
  @Test
  void aTurnOfWhichNobodySawTheEndIsNobodys() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 4, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(14, 0, C2, TICKS);
    assertTrue(read().queuedBehind(late, true).isEmpty());
  }

  @Test
  void aThreadThatNeitherWaitedNorIsKnownIsNotLookedFor() throws IOException {
    TimedWork unknown = tick(10, 14, 15, 4, 0);
    timeline.add(unknown);
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    JvmTimeline read = read();
    assertTrue(read.queuedBehind(unknown, true).isEmpty());
    assertEquals(List.of(), read.alignments());
  }

  @Test
  void damagedLinesAreLeftOutAndToldOnce() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 4, 0);
    timeline.add(late);
    lines.add("# a comment");
    next(5, 0, 0, STRESS);
    lines.addAll(List.of("", "lost,1,0,many", "lost,", "lost,1,0,9999999999999", "1,2,3"));
    lines.add(ns(1) + ",0,900,0,5,5,earlier");
    lines.add("x".repeat(100_000));
    next(14, 0, STRESS, TICKS);
    JvmTimeline read = read();
    assertEquals(", behind stress-ng outside this JVM (4.0 ms)", before(read, late).words());
    assertEquals(
        List.of(
            "8 of 11 lines of switches.csv.gz are damaged and left out, the first of them is line 2."),
        read.problems());
  }

  @Test
  void withoutItsFirstLineTheClockOfTheTicksIsEnough() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 4, 0);
    timeline.add(late);
    timeline.clockOffset(at(0), OFFSET_NS);
    lines.set(0, SwitchTrace.HEADER + "99999999999999999999999");
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    JvmTimeline read = read();
    assertEquals(", behind stress-ng outside this JVM (4.0 ms)", before(read, late).words());
    assertEquals(1, read.problems().size(), read.problems()::toString);
  }

  @Test
  void whatIsNoTraceIsOneProblem() throws IOException {
    threads();
    timeline.add(tick(10, 14, 15, 4, 0));
    assertEquals(1, read(new byte[0]).problems().size());
    assertEquals(2, read("no gzip".getBytes(StandardCharsets.UTF_8)).problems().size());
    assertEquals("switches.csv.gz is empty.", read("").problems().getLast());
  }

  @Test
  void aTraceThatIsCutOffCountsUpToThere() throws IOException {
    threads();
    TimedWork late = tick(10, 14, 15, 4, 0);
    timeline.add(late);
    next(5, 0, 0, STRESS);
    next(14, 0, STRESS, TICKS);
    Random random = new Random(20261127);
    for (int i = 0; i < 50_000; i++) {
      int stranger = 2000 + random.nextInt(50_000);
      next(20 + i * 0.01, 1, stranger, 2000 + random.nextInt(50_000));
    }
    byte[] whole = compressed(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
    JvmTimeline read = read(Arrays.copyOf(whole, whole.length / 2));
    assertEquals(", behind stress-ng outside this JVM (4.0 ms)", before(read, late).words());
    assertEquals(1, read.problems().size(), read.problems()::toString);
    assertTrue(read.problems().getFirst().contains("cannot be read to its end"));
  }

  /** Thousands of switches in one wait: only the latest are kept, and nothing grows without end. */
  @Test
  void keepsTheLatestTurnsOfAVeryLongWait() throws IOException {
    threads();
    TimedWork late = tick(10, 60, 61, 50, 0);
    timeline.add(late);
    next(9, 0, 0, STRESS);
    int previous = STRESS;
    for (int i = 0; i < 5_000; i++) {
      int next = i % 2 == 0 ? 901 : STRESS;
      next(10 + i * 0.01, 0, previous, next);
      previous = next;
    }
    next(60, 0, previous, TICKS);
    QueuedBehind behind = before(read(), late);
    assertEquals(ns(10.24), behind.foundNs());
    assertFalse(behind.isWhole());
  }
}
