package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.TickCauses.Cause;
import dev.jitterlab.bench.TickTraceFiles.Span;
import dev.jitterlab.bench.TickTraceFiles.Tick;
import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces by hand: a task of 100 Hz whose ticks take 0.1 ms, on thread 1, but for one of them. */
class TickCausesTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long PERIOD_NS = 10 * MS;
  private static final long COST_NS = 100 * US;
  private static final long UNKNOWN = -1;

  @TempDir private Path folder;

  private final List<Tick> ticks = new ArrayList<>();
  private final List<Span> pauses = new ArrayList<>();
  private final List<Long> compilations = new ArrayList<>();

  private static Tick tick(String task, int thread, long dueNs, long driftNs, long waitedNs) {
    return new Tick(
        task, thread, dueNs, dueNs + driftNs, dueNs + driftNs + COST_NS, waitedNs, UNKNOWN);
  }

  private void ticksOnTime(String task, int thread, int from, int to) {
    for (int i = from; i < to; i++) {
      ticks.add(tick(task, thread, i * PERIOD_NS, 0, UNKNOWN));
    }
  }

  private TickCauses causes() {
    return causes(true);
  }

  private TickCauses causes(boolean isOwned) {
    ticks.sort(Comparator.comparingLong(Tick::startedNs));
    TickTraceFiles trace = new TickTraceFiles(0, 0, ticks, pauses, compilations);
    return TickCauses.of("s", "c", isOwned, List.of(trace));
  }

  private Map<Cause, Long> found() {
    return causes().shares().stream()
        .collect(Collectors.toMap(TickCauses.Share::cause, TickCauses.Share::late));
  }

  private void oneLateBy(long driftNs, long waitedNs) {
    ticksOnTime("t", 1, 0, 50);
    ticks.add(tick("t", 1, 50 * PERIOD_NS, driftNs, waitedNs));
    ticksOnTime("t", 1, 51, 60);
  }

  @Test
  void findsNothingWhereNothingIsLate() {
    oneLateBy(99 * US, 99 * US);

    assertEquals(Map.of(), found());
  }

  @Test
  void findsThatItWaitedForACore() {
    oneLateBy(3 * MS, 2_900 * US);

    assertEquals(Map.of(Cause.CORE, 1L), found());
  }

  @Test
  void findsThatItWaitedForACoreWhileTheCompilerWasAtWork() {
    compilations.add(50 * PERIOD_NS - MS);
    oneLateBy(3 * MS, 3 * MS);

    assertEquals(Map.of(Cause.CORE_COMPILER, 1L), found());
    assertEquals(1, causes().compilations());
  }

  @Test
  void findsThatTheJvmPaused() {
    pauses.add(new Span(50 * PERIOD_NS - MS, 50 * PERIOD_NS + 2 * MS));
    oneLateBy(3 * MS, MS / 2);

    assertEquals(Map.of(Cause.PAUSE, 1L), found());
  }

  @Test
  void saysThatNobodyAccountsForIt() {
    oneLateBy(3 * MS, 100 * US);

    assertEquals(Map.of(Cause.UNKNOWN, 1L), found());
  }

  @Test
  void saysInWhichRhythmACauseComes() {
    for (int i = 0; i < 600; i++) {
      ticks.add(tick("t", 1, i * PERIOD_NS, i % 25 == 7 ? 3 * MS : 0, 100 * US));
    }
    TickCauses.Share share = causes().shares().getFirst();

    assertEquals(Cause.UNKNOWN, share.cause());
    assertEquals(24, share.late());
    assertEquals(0.25, share.rhythm().orElseThrow().seconds());
  }

  @Test
  void givesTheTicksBehindAStalledOneItsCause() {
    ticksOnTime("t", 1, 0, 50);
    ticksOnTime("u", 1, 0, 50);
    long dueNs = 50 * PERIOD_NS;
    ticks.add(tick("t", 1, dueNs, 3 * MS, 3 * MS));
    ticks.add(tick("u", 1, dueNs + MS, 2 * MS + COST_NS, UNKNOWN));

    assertEquals(Map.of(Cause.CORE, 2L), found());
  }

  /** The account of a tick reaches back for 64 ms only; a queue may be longer. */
  @Test
  void addsUpWhatWasWaitedInALongQueue() {
    ticksOnTime("t", 1, 0, 50);
    ticksOnTime("u", 1, 0, 50);
    long dueNs = 50 * PERIOD_NS;
    ticks.add(tick("t", 1, dueNs, MS, MS));
    for (int i = 1; i < 100; i++) { // each waits for 1 ms between two ticks
      long driftNs = MS + i * (MS + COST_NS);
      ticks.add(tick(i % 2 == 0 ? "t" : "u", 1, dueNs, driftNs, 2 * MS));
    }

    assertEquals(Map.of(Cause.CORE, 100L), found());
  }

  @Test
  void findsThatTicksStoodBehindOneAnother() {
    for (int task = 0; task < 20; task++) { // all due at once
      for (int i = 0; i < 5; i++) {
        ticks.add(tick("t" + task, 1, i * PERIOD_NS, task * COST_NS, UNKNOWN));
      }
    }

    assertEquals(Map.of(Cause.QUEUE, 90L), found(), "but for the first two of each period");
  }

  @Test
  void asksTheUsualThreadWhereAnotherOneTookOver() {
    ticksOnTime("t", 1, 0, 50);
    ticksOnTime("u", 1, 0, 50);
    long dueNs = 50 * PERIOD_NS;
    ticks.add(tick("t", 1, dueNs, 5 * MS, 5 * MS)); // its core was away
    ticks.add(tick("u", 2, dueNs, MS, 0));
    TickCauses causes = causes();

    assertEquals(Map.of(Cause.CORE, 2L), found());
    assertEquals(1, causes.takenOver());
    assertEquals(0.005, causes.shares().getFirst().highestDriftSeconds());
  }

  /** Among many ticks of the usual thread, before and after. */
  @Test
  void asksTheUsualThreadWhatItDidThen() {
    ticksOnTime("t", 1, 0, 100);
    ticksOnTime("u", 1, 0, 50);
    ticksOnTime("u", 1, 51, 100);
    ticks.removeIf(one -> one.task().equals("t") && one.scheduledNs() == 50 * PERIOD_NS);
    ticks.add(tick("t", 1, 50 * PERIOD_NS, 5 * MS, 5 * MS));
    ticks.add(tick("u", 2, 50 * PERIOD_NS, MS, 0));

    assertEquals(Map.of(Cause.CORE, 2L), found());
  }

  /**
   * Without a delay of its own: the thread that took over was asleep until the tick was overdue.
   */
  @Test
  void saysThatAWorkerWasAwayThatLeftNoTrace() {
    ticksOnTime("t", 1, 0, 50);
    ticks.add(tick("t", 2, 50 * PERIOD_NS, MS / 2, 0));
    ticks.add(tick("t", 2, 51 * PERIOD_NS, MS / 2, 0));
    ticksOnTime("t", 1, 52, 60);

    assertEquals(Map.of(Cause.AWAY, 2L), found());
    assertEquals(2, causes().takenOver());
  }

  /** As in a pool: what the thread did that ran the tick, and no other. */
  @Test
  void takesNothingForTakenOverWhereNoThreadOwnsATask() {
    ticksOnTime("t", 1, 0, 30);
    ticksOnTime("t", 2, 30, 50);
    ticks.add(tick("t", 2, 50 * PERIOD_NS, 3 * MS, 3 * MS));
    ticks.add(tick("t", 2, 51 * PERIOD_NS, 3 * MS, 100 * US));
    TickCauses causes = causes(false);

    assertEquals(
        Map.of(Cause.CORE, 1L, Cause.UNKNOWN, 1L),
        causes.shares().stream()
            .collect(Collectors.toMap(TickCauses.Share::cause, TickCauses.Share::late)));
    assertEquals(0, causes.takenOver());
  }

  @Test
  void readsWhatAServerLeaves() throws IOException {
    Files.writeString(
        folder.resolve("ticks.csv"),
        """
        # from 1000, left out 2
        task,thread,scheduled,started,finished,run-queue,cpu,run-queue-in-execution
        t-1,24,2000,2500,2600,400,90,10
        t-2,24,1000,1500,1600,-1,-1,-1
        """);
    Files.writeString(
        folder.resolve("safepoints.log"),
        "[7000ns] Safepoint \"ICBufferFull\", Time since last: 1 ns, Total: 3000 ns, Threads: 0"
            + " runnable, 12 total\n");
    Files.writeString(
        folder.resolve("compilations.log"),
        """
        [1234ns]    1       3       java.lang.Object::<init> (1 bytes)
        [2345ns]  712 %  b  4       dev.jitterlab.periodic.BusyWork::run @ 9 (53 bytes)
        [3456ns]  713   !  4       a.B::d (60 bytes)
        [4567ns]  712 %  b  4       a.B::c @ 9 (53 bytes)   made not entrant: not used
        [5678ns]  713   !  4       a.B::d (60 bytes)   COMPILE SKIPPED: out of nodes
        """);
    TickTraceFiles read = TickTraceFiles.read(folder);

    assertEquals(1000, read.fromNs());
    assertEquals(2, read.notKept());
    assertEquals(
        List.of(
            new Tick("t-2", 24, 1000, 1500, 1600, -1, -1),
            new Tick("t-1", 24, 2000, 2500, 2600, 400, 10)),
        read.ticks());
    assertEquals(List.of(new Span(4000, 7000)), read.pauses());
    assertEquals(List.of(2345L, 3456L), read.compilations(), "only what was begun");
  }

  @Test
  void saysThatATraceIsBroken() throws IOException {
    Files.writeString(folder.resolve("ticks.csv"), "# from 1000, left out 0\nhead\nt,1,2\n");

    LabException e = assertThrows(LabException.class, () -> TickTraceFiles.read(folder));
    assertTrue(e.getMessage().contains("cannot be read"), e.getMessage());
  }
}
