package dev.jitterlab.diagnosis.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Budgets;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.QueueReading;
import dev.jitterlab.diagnosis.timeline.RefusedInlining;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each pattern is found in the server that has it, and in no other one. */
class PatternsTest {
  private static final long MS = 1_000_000;
  private static final long PERIOD = 50 * MS;
  private static final long WORKER = 7;
  private static final long OTHER = 8;
  private static final String STEP = "game.rules.Battle::step";
  private static final int TICKS = 400;

  private static final Map<String, Consumer<Server>> SERVERS = servers();

  /** Twenty seconds of two workers; every 20th tick meets what the server has, and is late. */
  private static final class Server {
    private final TimelineBuilder timeline = new TimelineBuilder();
    private int collections;

    private void tick(int i, long driftMs, long executionMs, long queuedMs, long cpuMs) {
      long due = i * PERIOD;
      boolean late = driftMs + executionMs > 55;
      timeline.add(
          new TimedWork(
              TimedWork.Kind.TICK,
              "battle-1",
              i,
              WORKER,
              due,
              due + driftMs * MS,
              due + (driftMs + executionMs) * MS,
              late,
              queuedMs * MS,
              cpuMs * MS,
              0,
              TimedWork.Total.UNKNOWN,
              0));
    }

    /** The late ones execute for 70 ms. */
    private void ticks(Consumer<Long> fault, long cpuMs) {
      for (int i = 0; i < TICKS; i++) {
        if (i % 20 == 10) {
          tick(i, 0, 70, 0, cpuMs);
          fault.accept(i * PERIOD);
        } else {
          tick(i, 0, 2, 0, 2);
        }
      }
    }

    private void stretch(Cause cause, long thread, long fromNs, long ms, String what) {
      timeline.add(new Stretch(cause, fromNs, fromNs + ms * MS, thread, "event", what));
    }

    private void collection(long fromNs, long ms, String name, String why, boolean failed) {
      collection(fromNs, ms, fromNs, ms, name, why, failed);
    }

    /** One that has its pause at some time, and may go on beside the program. */
    private void collection(
        long fromNs,
        long lengthMs,
        long pauseNs,
        long ms,
        String name,
        String why,
        boolean failed) {
      int id = ++collections;
      timeline.add(
          id,
          new Stretch(
              Cause.GC_PAUSE,
              pauseNs,
              pauseNs + ms * MS,
              JvmTimeline.ALL_THREADS,
              "jdk.GCPhasePause",
              name));
      timeline.add(
          new GarbageCollection(
              id,
              fromNs,
              fromNs + lengthMs * MS,
              name,
              why,
              ms * MS,
              failed,
              "jdk.GarbageCollection",
              List.of()));
    }

    private void shenandoah(long fromNs, long ms, String pause) {
      GarbageCollection one =
          new GarbageCollection(
              ++collections,
              fromNs,
              fromNs + ms * MS,
              "Shenandoah",
              "Allocation Failure",
              ms * MS,
              false,
              "jdk.GarbageCollection",
              List.of());
      timeline.add(one);
      timeline.add(
          one.id(),
          new Stretch(
              Cause.GC_PAUSE,
              fromNs,
              fromNs + ms * MS,
              JvmTimeline.ALL_THREADS,
              "jdk.GCPhasePause",
              one.words() + ", " + pause));
    }

    private void work(String task, int i, long due, long start, long end, boolean late) {
      timeline.add(
          new TimedWork(
              TimedWork.Kind.TICK,
              task,
              i,
              WORKER,
              due,
              start,
              end,
              late,
              0,
              2 * MS,
              0,
              TimedWork.Total.UNKNOWN,
              0));
    }

    private void readings(int busyMs, int cpuMs, int throttledMs) {
      readings(0, TICKS / 2, busyMs, cpuMs, throttledMs);
    }

    /** Of some tenths of a second. */
    private void readings(int from, int to, int busyMs, int cpuMs, int throttledMs) {
      for (int i = from; i < to; i++) {
        timeline.add(
            new ProcessReading(
                100L * i * MS,
                100L * (i + 1) * MS,
                0,
                0,
                0,
                busyMs * MS,
                cpuMs * MS,
                2,
                0,
                throttledMs * MS));
      }
    }

    private Case done() {
      for (String event :
          List.of(
              "jdk.GCPhasePause",
              "jdk.SafepointBegin",
              "jdk.ExecuteVMOperation",
              "jdk.ZAllocationStall",
              "jdk.JavaMonitorEnter",
              "jdk.ThreadPark",
              "jdk.VirtualThreadPinned",
              "jdk.ThreadSleep",
              "jdk.FileRead",
              "jdk.FileWrite",
              "jdk.SocketRead",
              "jdk.SocketWrite",
              "jdk.Compilation",
              "jdk.Deoptimization",
              "jdk.ExecutionSample",
              "jdk.CompilerQueueUtilization",
              "jdk.CompilerInlining",
              "jdk.G1GarbageCollection",
              "jdk.CPULoad")) {
        timeline.setting(event, new EventSetting(true, 0, 10 * MS));
      }
      JvmTimeline built = timeline.build();
      List<Budget> late =
          Budgets.of(built, OptionalLong.empty(), STEP::equals, List.of(), Integer.MAX_VALUE);
      assertFalse(late.isEmpty());
      return new Case(built, late, List.of(new MeasuredSpan(0, TICKS * PERIOD)), STEP::equals);
    }
  }

  private static Map<String, Consumer<Server>> servers() {
    Map<String, Consumer<Server>> all = new LinkedHashMap<>();
    all.put(
        "deoptimisation_loop",
        server ->
            server.ticks(
                at -> {
                  server.timeline.add(
                      new CodeThrownAway(
                          at,
                          WORKER,
                          STEP,
                          41,
                          "unstable_if",
                          "reinterpret",
                          "jdk.Deoptimization",
                          CodeThrownAway.UNKNOWN,
                          CodeThrownAway.UNKNOWN,
                          ""));
                  server.timeline.add(
                      new MethodCompilation(
                          at + 60 * MS, at + 65 * MS, STEP, 4, 1, false, "jdk.Compilation"));
                },
                70));
    all.put(
        "method_not_compiled",
        server ->
            server.ticks(
                at -> {
                  for (int k = 1; k < 6; k++) {
                    server.timeline.add(
                        new StackSample(at + 10L * k * MS, WORKER, List.of("a.Huge::run"), true));
                  }
                },
                70));
    all.put("compile_queue_backlog", server -> backlog(server, 300));
    all.put(
        "heap_too_small",
        server -> {
          server.ticks(at -> {}, 2);
          for (int i = 0; i < TICKS; i++) {
            server.collection(i * PERIOD + 5 * MS, 8, "G1New", "G1 Evacuation Pause", false);
          }
        });
    all.put(
        "long_collections",
        server ->
            server.ticks(at -> server.collection(at + MS, 65, "G1Full", "System.gc()", false), 2));
    all.put(
        "mixed_collections",
        server ->
            server.ticks(
                at -> server.collection(at + MS, 65, "G1New Mixed", "G1 Evacuation Pause", false),
                2));
    all.put(
        "method_not_inlined",
        server -> {
          server.timeline.add(
              new RefusedInlining(
                  MS, STEP, "a.Large::run", "hot method too big", "jdk.CompilerInlining"));
          server.ticks(
              at ->
                  server.timeline.add(
                      new StackSample(at + 10 * MS, WORKER, List.of("a.Large::run"), false)),
              70);
        });
    all.put(
        "allocation_stalls",
        server -> server.ticks(at -> server.stretch(Cause.GC_STALL, WORKER, at + MS, 65, ""), 2));
    all.put(
        "slow_time_to_safepoint",
        server ->
            server.ticks(
                at ->
                    server.stretch(
                        Cause.TIME_TO_SAFEPOINT, JvmTimeline.ALL_THREADS, at + MS, 65, ""),
                2));
    all.put(
        "lock_convoy",
        server ->
            server.ticks(
                at -> {
                  server.stretch(Cause.LOCK_WAIT, WORKER, at + MS, 65, "a.Lock, held by b");
                  server.stretch(Cause.LOCK_WAIT, OTHER, at + MS, 65, "a.Lock, held by b");
                },
                2));
    all.put(
        "drift_spiral",
        server -> {
          long free = 0;
          for (int i = 0; i < TICKS; i++) {
            for (int battle = 0; battle < (i < 20 ? 20 : 27); battle++) { // of 2 ms, in 50 ms
              long due = i * PERIOD;
              long start = Math.max(due, free);
              free = start + 2 * MS;
              server.timeline.add(
                  new TimedWork(
                      TimedWork.Kind.TICK,
                      "battle-" + battle,
                      i,
                      WORKER,
                      due,
                      start,
                      free,
                      start - due > 55 * MS,
                      0,
                      2 * MS,
                      0,
                      TimedWork.Total.UNKNOWN,
                      0));
            }
          }
        });
    all.put(
        "oversubscription",
        server -> {
          for (int i = 0; i < TICKS; i++) {
            server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
          }
          server.readings(195, 180, 0);
        });
    all.put(
        "noisy_neighbour",
        server -> {
          for (int i = 0; i < TICKS; i++) {
            server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
          }
          server.readings(195, 10, 0);
        });
    all.put(
        "throttled_container",
        server -> {
          for (int i = 0; i < TICKS; i++) {
            server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
          }
          server.readings(60, 50, 60);
        });
    all.put(
        "blocking_call_in_tick",
        server ->
            server.ticks(at -> server.stretch(Cause.IO, WORKER, at + MS, 65, "/var/log/a"), 2));
    all.put(
        "pinned_virtual_threads",
        server ->
            server.ticks(at -> server.stretch(Cause.PINNED, WORKER, at + MS, 65, "native"), 2));
    return all;
  }

  /** So many methods wait for the compiler while new ones are slow. */
  private static void backlog(Server server, int methods) {
    server.ticks(
        at -> {
          server.timeline.add(new QueueReading(at, "C2", methods));
          String method = "game.rules.Rule" + at + "::apply";
          server.timeline.add(
              new MethodCompilation(at, at + MS, method, 3, 1, false, "jdk.Compilation"));
          server.timeline.add(
              new MethodCompilation(
                  at + 60 * MS, at + 65 * MS, method, 4, 2, false, "jdk.Compilation"));
          server.timeline.add(new StackSample(at + 10 * MS, WORKER, List.of(method), false));
        },
        70);
  }

  static Stream<String> names() {
    return SERVERS.keySet().stream();
  }

  @Test
  void everyPatternHasItsServer() {
    assertEquals(
        Patterns.all().stream().map(Pattern::name).sorted().toList(),
        SERVERS.keySet().stream().sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("names")
  void isFoundInItsServerAndNoOtherPatternIs(String name) {
    Server server = new Server();
    SERVERS.get(name).accept(server);
    Case of = server.done();
    for (Pattern pattern : Patterns.all()) {
      List<PatternMatch> found = pattern.isRecorded(of) ? pattern.find(of) : List.of();
      assertEquals(
          pattern.name().equals(name),
          !found.isEmpty(),
          () -> name + " shows " + pattern.name() + ": " + found);
      for (PatternMatch match : found) {
        assertFalse(match.evidence().isEmpty(), "a finding names its evidence");
        assertTrue(match.lateNs() > 0, () -> name + " has no late time: " + match);
      }
    }
  }

  private static List<PatternMatch> found(Server server, String name) {
    Case of = server.done();
    Pattern pattern = pattern(name);
    assertTrue(pattern.isRecorded(of), name);
    return pattern.find(of);
  }

  private static Pattern pattern(String name) {
    return Patterns.all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** The pauses take more than 0.13 of the time, and late ticks compute meanwhile. */
  @Test
  void pausesThatMakeNothingLateCostNothing() {
    Server server = new Server();
    server.ticks(_ -> {}, 70);
    for (int i = 0; i < TICKS; i++) {
      if (i % 20 != 10 && i % 20 != 11) { // neither in a late tick, nor in what it delays
        server.collection(i * PERIOD + 25 * MS, 8, "G1New", "G1 Evacuation Pause", false);
      }
    }
    Case of = server.done();
    Pattern heap = pattern("heap_too_small");
    assertEquals(List.of(0L), heap.find(of).stream().map(PatternMatch::lateNs).toList());
    assertEquals(List.of(), heap.costly(of));
  }

  /** A report reads the same on every machine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "allocation_stalls",
        "slow_time_to_safepoint",
        "mixed_collections",
        "blocking_call_in_tick",
        "pinned_virtual_threads"
      })
  void figuresHaveAPointInEachLocale(String name) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      Server server = new Server();
      SERVERS.get(name).accept(server);
      String text = found(server, name).getFirst().text();
      assertTrue(text.contains("65.0 ms"), text);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void oneCollectionIsNoPluralAndAShortPauseIsNotNothing() {
    Server server = new Server();
    server.ticks(_ -> {}, 2);
    server.collection(210 * PERIOD + MS, 4, "G1Full", "Allocation Failure", false);
    assertEquals(
        "1 full collection stopped the server for 4.0 ms in all.",
        found(server, "long_collections").getFirst().text());
  }

  @Test
  void timesAreReadable() {
    assertEquals("30 µs", PatternWords.time(30_000));
    assertEquals("0.3 ms", PatternWords.time(300_000));
    assertEquals("9.9 ms", PatternWords.time(9_940_000));
    assertEquals("10 ms", PatternWords.time(9_960_000));
    assertEquals("1978 ms", PatternWords.time(1_978 * MS));
  }

  /** The reading at the begin of the measurement has what happened since the one before it. */
  @Test
  void theThrottledTimeBeginsWithTheReadingBeforeTheMeasurement() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
    }
    server.readings(-1, TICKS / 2, 60, 50, 60);
    assertEquals(
        "The control group was throttled for 12000 ms.",
        found(server, "throttled_container").getFirst().text());
  }

  /** Each time another task had run for long; in between the thread was free. */
  @Test
  void lateTicksWithOthersInTimeBetweenThemAreNoSpiral() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      long due = i * PERIOD;
      if (i % 10 == 5) {
        long blockMs = i < TICKS / 2 ? 70 : 150;
        server.work("blocker", i, due, due, due + blockMs * MS, true);
        server.work("battle-1", i, due + MS, due + blockMs * MS, due + (blockMs + 2) * MS, true);
      } else if (i % 10 < 5 || i % 10 == 9) {
        server.work("battle-1", i, due, due, due + 2 * MS, false);
      }
    }
    assertEquals(List.of(), found(server, "drift_spiral"));
  }

  /** It was busy while nothing waited; when ticks waited, the others used next to nothing. */
  @Test
  void aNeighbourThatWasBusyAtAnotherTimeIsNone() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      boolean waits = i > TICKS / 2 + 20 && i % 20 == 10;
      server.tick(i, waits ? 60 : 0, 2, waits ? 60 : 0, 2);
    }
    server.readings(0, TICKS / 4, 195, 10, 0);
    server.readings(TICKS / 4, TICKS / 2, 12, 10, 0);
    assertEquals(List.of(), found(server, "noisy_neighbour"));
  }

  /** Of 200 ms that two CPUs have in a tenth of a second, so many were used while ticks waited. */
  private static List<PatternMatch> waiting(String name, int busyMs, int ownMs) {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
    }
    server.readings(busyMs, ownMs, 0);
    return found(server, name);
  }

  @Test
  void aNeighbourIsNoisyThatHasHalfOfTheCpusAndMoreThanTheServer() {
    assertEquals(List.of(), waiting("noisy_neighbour", 108, 10));
    assertEquals(1, waiting("noisy_neighbour", 112, 10).size());
    assertEquals(List.of(), waiting("noisy_neighbour", 200, 100), "the server has as much");
  }

  @Test
  void aServerHasTooMuchToDoWhereNineTenthsOfTheCpusAreBusy() {
    assertEquals(List.of(), waiting("oversubscription", 178, 170));
    assertEquals(1, waiting("oversubscription", 182, 170).size());
  }

  /** Of 60 ms that each late tick is late by, so many were waiting for a CPU. */
  private static List<PatternMatch> waitingFor(String name, long queuedMs, int ownMs) {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      boolean late = i % 20 == 10;
      server.tick(i, late ? 60 : 0, 2, late ? queuedMs : 0, 2);
    }
    server.readings(195, ownMs, 0);
    return found(server, name);
  }

  @Test
  void lackOfACpuIsAPatternFromATenthOfTheLateTimeOn() {
    assertEquals(List.of(), waitingFor("noisy_neighbour", 5, 10));
    assertEquals(1, waitingFor("noisy_neighbour", 6, 10).size());
    assertEquals(List.of(), waitingFor("oversubscription", 5, 180));
    assertEquals(1, waitingFor("oversubscription", 6, 180).size());
  }

  /** All are due at once, and one thread does them, one behind the other. */
  @Test
  void aSpiralIsOfTwentyLateTicks() {
    for (int ticks : new int[] {19, 20}) {
      Server server = new Server();
      for (int i = 1; i <= 5; i++) {
        server.work("battle-0", i, -i * PERIOD, -i * PERIOD, -i * PERIOD + 2 * MS, false);
      }
      for (int i = 0; i <= ticks; i++) {
        server.work("battle-" + i, 6, 0, 2 * i * MS, 2 * (i + 1) * MS, i > 0);
      }
      assertEquals(ticks == 20, !found(server, "drift_spiral").isEmpty(), ticks + " ticks");
    }
  }

  /** 5 of 45 ms are 0.11, and 6 of 44 ms are 0.136. */
  @Test
  void aHeapIsTooSmallWhoseCollectionsTakeMoreThanThirteenHundredthsOfTheRest() {
    for (int pauseMs : new int[] {5, 6}) {
      Server server = new Server();
      server.ticks(at -> {}, 2);
      for (int i = 0; i < TICKS; i++) {
        server.collection(i * PERIOD + 5 * MS, pauseMs, "G1New", "G1 Evacuation Pause", false);
      }
      assertEquals(pauseMs == 6, !found(server, "heap_too_small").isEmpty(), pauseMs + " ms");
    }
  }

  @Test
  void aBacklogIsOfAHundredMethods() {
    for (int methods : new int[] {99, 100}) {
      Server server = new Server();
      backlog(server, methods);
      assertEquals(methods == 100, !found(server, "compile_queue_backlog").isEmpty());
    }
  }

  private static List<PatternMatch> interpreted(int samples, long apartMs) {
    Server server = new Server();
    server.ticks(at -> {}, 70);
    for (int i = 0; i < samples; i++) {
      server.timeline.add(
          new StackSample((i * apartMs + 1) * MS, WORKER, List.of("a.Huge::run"), true));
    }
    return found(server, "method_not_compiled");
  }

  @Test
  void aMethodIsNotCompiledThatIsSeenTwentyTimesInFiveSeconds() {
    assertEquals(List.of(), interpreted(19, 500));
    assertEquals(1, interpreted(20, 500).size());
    assertEquals(List.of(), interpreted(20, 260), "in 4.94 s");
    assertEquals(1, interpreted(20, 264).size(), "in 5.02 s");
  }

  /** All in one late tick, a millisecond apart. */
  private static List<PatternMatch> tooLarge(int inIt, int elsewhere) {
    Server server = new Server();
    server.timeline.add(
        new RefusedInlining(
            MS, STEP, "a.Large::run", "hot method too big", "jdk.CompilerInlining"));
    server.ticks(at -> {}, 70);
    for (int i = 1; i <= inIt + elsewhere; i++) {
      String method = i <= inIt ? "a.Large::run" : "a.Other::run";
      server.timeline.add(new StackSample(10 * PERIOD + i * MS, WORKER, List.of(method), false));
    }
    return found(server, "method_not_inlined");
  }

  @Test
  void aMethodThatIsNotInlinedMattersWithTenSamplesAndAFifthOfAll() {
    assertEquals(List.of(), tooLarge(9, 0));
    assertEquals(1, tooLarge(10, 0).size());
    assertEquals(1, tooLarge(10, 39).size());
    assertEquals(List.of(), tooLarge(10, 41));
  }

  /** Two threads in each of so many late ticks. */
  @Test
  void aConvoyIsOfFiveWaits() {
    for (int ticks : new int[] {2, 3}) {
      Server server = new Server();
      server.ticks(
          at -> {
            for (long thread : new long[] {WORKER, OTHER}) {
              if (at < 20L * ticks * PERIOD) {
                server.stretch(Cause.LOCK_WAIT, thread, at + MS, 65, "a.Lock, held by b");
              }
            }
          },
          2);
      assertEquals(ticks == 3, !found(server, "lock_convoy").isEmpty());
    }
  }

  /** Samples come by thread: those of the last one may be the earliest of all. */
  @Test
  void aMethodIsInterpretedFromItsFirstSampleToItsLastOnWhateverThread() {
    Server server = new Server();
    SERVERS.get("method_not_compiled").accept(server);
    server.timeline.add(
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-2",
            0,
            OTHER,
            0,
            0,
            2 * MS,
            false,
            0,
            0,
            0,
            TimedWork.Total.UNKNOWN,
            0));
    server.timeline.add(new StackSample(MS, OTHER, List.of("a.Huge::run"), true));
    List<PatternMatch> found = found(server, "method_not_compiled");
    assertEquals(1, found.size());
    assertTrue(found.getFirst().text().contains("in 101 samples over 19 s"), found.toString());
    assertEquals(20 * 68 * MS, found.getFirst().lateNs(), "without what a tick takes anyway");
  }

  /** All threads that are in the code leave it, each with an event of its own. */
  @Test
  void codeThatSeveralThreadsLeaveIsThrownAwayOnce() {
    for (int codes : new int[] {1, 3}) {
      Server server = new Server();
      server.ticks(
          at ->
              server.timeline.add(
                  new MethodCompilation(
                      at + 60 * MS, at + 65 * MS, STEP, 4, 1, false, "jdk.Compilation")),
          70);
      for (int i = 0; i < 3; i++) {
        server.timeline.add(
            new CodeThrownAway(
                10 * PERIOD + i,
                WORKER,
                STEP,
                41,
                "unstable_if",
                "reinterpret",
                "jdk.Deoptimization",
                codes == 1 ? 7 : 7 + i,
                CodeThrownAway.UNKNOWN,
                ""));
      }
      assertEquals(codes == 3, !found(server, "deoptimisation_loop").isEmpty());
    }
  }

  /** A method with an id in each of three late ticks, and what was thrown away of it there. */
  private static List<PatternMatch> loops(List<String> compiled, List<String> thrownAway) {
    Server server = new Server();
    server.ticks(at -> {}, 70);
    for (int i = 0; i < 3; i++) {
      long at = (10 + 20 * i) * PERIOD;
      server.timeline.add(
          new MethodCompilation(
              at - 5 * PERIOD,
              at - 4 * PERIOD,
              compiled.get(i),
              4,
              7 + i,
              false,
              "jdk.Compilation"));
      server.timeline.add(
          new CodeThrownAway(
              at,
              WORKER,
              thrownAway.get(i),
              41,
              "unstable_if",
              "reinterpret",
              "jdk.Deoptimization",
              7 + i,
              CodeThrownAway.UNKNOWN,
              ""));
    }
    return found(server, "deoptimisation_loop");
  }

  /** The code of three methods was thrown away, each once. */
  @Test
  void aMethodThatIsInlinedIntoSeveralIsNoLoop() {
    List<PatternMatch> found =
        loops(
            List.of("a.A::run", "a.B::run", "a.C::run"),
            List.of("x.Helper::h", "x.Helper::h", "x.Helper::h"));
    assertEquals(List.of(), found);
  }

  @Test
  void aMethodThatSeveralAreInlinedIntoIsOneLoop() {
    List<PatternMatch> found =
        loops(List.of(STEP, STEP, STEP), List.of("x.Helper::h1", "x.Helper::h2", "x.Helper::h3"));
    assertEquals(1, found.size());
    PatternMatch match = found.getFirst();
    assertTrue(
        match.text().startsWith("Optimised code of game.rules.Battle.step was thrown away 3 times"),
        match.text());
    assertTrue(match.text().contains("line 41 of x.Helper.h2 (unstable_if)"), match.text());
    assertTrue(match.lateNs() > 0, match::toString);
  }

  /** Threads in the background queue for one lock; late ticks wait for another one, alone. */
  @Test
  void aLockThatNothingLateWaitedForIsNoConvoy() {
    Server server = new Server();
    server.ticks(at -> server.stretch(Cause.LOCK_WAIT, WORKER, at + MS, 65, "a.Lock"), 2);
    for (int i = 0; i < 30; i++) {
      for (long thread : new long[] {OTHER, OTHER + 1}) {
        server.stretch(Cause.LOCK_WAIT, thread, i * PERIOD, 20, "a.Pool, held by b");
      }
    }
    assertEquals(List.of(), found(server, "lock_convoy"));
  }

  @Test
  void aConvoyHasTheLateTimeOfItsLockOnly() {
    Server server = new Server();
    server.ticks(
        at -> {
          boolean convoy = at / PERIOD % 40 == 10; // else it is the other lock
          String what = convoy ? "a.Lock, held by b" : "a.Other, held by b";
          server.stretch(Cause.LOCK_WAIT, WORKER, at + MS, 65, what);
          if (convoy) {
            server.stretch(Cause.LOCK_WAIT, OTHER, at + MS, 65, what);
          }
        },
        2);
    List<PatternMatch> found = found(server, "lock_convoy");
    assertEquals(1, found.size());
    PatternMatch match = found.getFirst();
    assertEquals(
        "2 threads waited for locks of the class a.Lock 20 times. The recording does not say"
            + " whether it was one and the same lock.",
        match.text());
    assertTrue(match.remedy().startsWith("If it is one lock, hold it"), match.remedy());
    assertEquals(10 * 65 * MS, match.lateNs());
    assertTrue(match.evidence().stream().allMatch(one -> one.what().startsWith("a.Lock,")));
  }

  /** Each thread has one of its own, which another thread holds. */
  @Test
  void waitsForDifferentMonitorsOfOneClassAreNoConvoy() {
    assertEquals(List.of(), found(withMonitors(thread -> 0x1000 + thread), "lock_convoy"));

    PatternMatch match = found(withMonitors(_ -> 0x1000), "lock_convoy").getFirst();
    assertEquals("2 threads waited for the lock a.Lock 40 times.", match.text());
    assertTrue(match.remedy().startsWith("Hold the lock"), match.remedy());
  }

  /** A server whose late ticks wait for a monitor, as another thread does. */
  private static Server withMonitors(LongUnaryOperator addressByThread) {
    Server server = new Server();
    server.ticks(
        at -> {
          for (long thread : new long[] {WORKER, OTHER}) {
            server.timeline.add(
                new Stretch(
                    Cause.LOCK_WAIT,
                    at + MS,
                    at + 66 * MS,
                    thread,
                    "jdk.JavaMonitorEnter",
                    "a.Lock, held by b",
                    addressByThread.applyAsLong(thread)));
          }
        },
        2);
    return server;
  }

  /** The watch over virtual threads does not see for which lock they wait. */
  @Test
  void waitsOfVirtualThreadsForUnknownLocksAreNoConvoy() {
    Server server = new Server();
    server.ticks(
        at -> {
          for (long thread : new long[] {WORKER, OTHER}) {
            server.timeline.add(
                new Stretch(
                    Cause.LOCK_WAIT,
                    at + MS,
                    at + 66 * MS,
                    thread,
                    JvmTimeline.VIRTUAL_WAITS,
                    "a lock, at a.Place" + at % 3));
          }
        },
        2);
    assertEquals(List.of(), found(server, "lock_convoy"));
  }

  /** HotSpot calls G1's marking beside the program so; its remark stops the server, too. */
  @Test
  void theMarkingOfG1IsNoFullCollection() {
    Server server = new Server();
    server.ticks(
        at -> server.collection(at - 400 * MS, 900, at + MS, 65, "G1Old", "No GC", false), 2);
    assertEquals(List.of(), found(server, "long_collections"));
  }

  @Test
  void theMarkingOfCmsIsNoFullCollectionAndTheOneThatStopsIs() {
    Server marking = new Server();
    marking.ticks(
        at -> marking.collection(at + MS, 65, "ConcurrentMarkSweep", "CMS Remark", false), 2);
    assertEquals(List.of(), found(marking, "long_collections"));
    for (String name : List.of("SerialOld", "ParallelOld", "PSMarkSweep", "Pause Full", "G1Full")) {
      Server full = new Server();
      full.ticks(at -> full.collection(at + MS, 65, name, "Allocation Failure", false), 2);
      assertEquals(1, found(full, "long_collections").size(), name);
    }
  }

  /** A larger heap helps only where the heap was full. */
  @ParameterizedTest
  @CsvSource({
    "Metadata GC Threshold, (-XX:MetaspaceSize)",
    "Metadata GC Clear Soft References, (-XX:MetaspaceSize)",
    "Heap Inspection Initiated GC, Do not ask for them",
    "Heap Dump Initiated GC, Do not ask for them",
    "Diagnostic Command, Do not ask for them",
    "Allocation Failure, (-Xmx)"
  })
  void aFullCollectionHasTheRemedyForItsReason(String why, String remedy) {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "ParallelOld", why, false), 2);
    List<PatternMatch> found = found(server, "long_collections");
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.getFirst().text().startsWith("20 full collections"), found::toString);
    assertTrue(found.getFirst().remedy().contains(remedy), found::toString);
  }

  /** Flight Recorder calls all of its collections by one name; their pauses have others. */
  @Test
  void thoseOfShenandoahThatStopTheServerAreKnownByTheirPauses() {
    for (String pause : List.of("Pause Full", "Pause Degenerated GC (Outside of Cycle)")) {
      Server server = new Server();
      server.ticks(at -> server.shenandoah(at + MS, 65, pause), 2);
      assertEquals(1, found(server, "long_collections").size(), pause);
    }
    Server concurrent = new Server();
    concurrent.ticks(
        at -> concurrent.shenandoah(at + MS, 65, "Pause Final Mark (unload classes)"), 2);
    assertEquals(List.of(), found(concurrent, "long_collections"));
  }

  /** The late ticks met young collections; one that the code asked for only went on meanwhile. */
  @Test
  void aCollectionHasTheLateTimeOfItsPausesAndNotOfAllThatItLasts() {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "G1New", "G1 Evacuation Pause", false), 2);
    server.collection(0, 20_000, 5 * MS, 1, "Shenandoah", "System.gc()", false);
    assertEquals(List.of(), found(server, "long_collections"));

    long due = 210 * PERIOD; // of a late tick
    server.collection(due - 900 * MS, 1_000, due + 67 * MS, 2, "ZGC Major", "System.gc()", false);
    List<PatternMatch> found = found(server, "long_collections");
    assertEquals(1, found.size());
    assertEquals(2 * MS, found.getFirst().lateNs(), "the young one had the rest of the tick");
  }

  /** A full one was over when the tick was due, and the ticks before it handed on what it took. */
  @Test
  void eachPauseOfOneLateTickHasItsOwnPart() {
    Server server = new Server();
    server.collection(0, 40, "G1Full", "Allocation Failure", false);
    server.collection(60 * MS, 1, "G1New Mixed", "G1 Evacuation Pause", false);
    server.tick(1, 38, 2, 0, 2); // from 50 to 90
    JvmTimeline built = server.timeline.build();
    List<Sighting> evidence =
        List.of(
            new Sighting(0, 40 * MS, "all threads", "jdk.GCPhasePause", "G1Full"),
            new Sighting(60 * MS, MS, "all threads", "jdk.GCPhasePause", "G1New Mixed"));
    BudgetPart part = new BudgetPart(Cause.GC_PAUSE, 21 * MS, MS, 21 * MS, evidence);
    Budget late = new Budget(built.works().get(0), 2 * MS, 38 * MS, List.of(part), Set.of());
    Case of = new Case(built, List.of(late), List.of(new MeasuredSpan(0, PERIOD)), STEP::equals);
    Map<String, Long> lateNs =
        built.collections().stream()
            .collect(Collectors.toMap(GarbageCollection::name, one -> of.pausedNs(List.of(one))));
    assertEquals(Map.of("G1Full", 20 * MS, "G1New Mixed", MS), lateNs);
  }

  /** Flight Recorder has the pause, and the JVM's operation around it, which is longer. */
  @Test
  void eachPauseOfATooSmallHeapCountsOnce() {
    Server server = new Server();
    server.ticks(at -> {}, 2);
    for (int i = 0; i < TICKS; i++) {
      long at = i * PERIOD;
      server.collection(at + 5 * MS, 8, "G1New", "G1 Evacuation Pause", false);
      server.timeline.add(
          new Stretch(
              Cause.GC_PAUSE,
              at + 4 * MS,
              at + 14 * MS,
              JvmTimeline.ALL_THREADS,
              "jdk.ExecuteVMOperation",
              "G1CollectForAllocation"));
    }
    PatternMatch match = found(server, "heap_too_small").getFirst();
    assertEquals(
        "The collector's pauses took 0.190 of the program's own time (limit 0.13), in 400 pauses.",
        match.text());
    assertTrue(
        match.evidence().stream().allMatch(one -> one.event().equals("jdk.GCPhasePause")),
        match.evidence()::toString);
  }

  /** Young collections that prepare mixed ones are none of them. */
  @Test
  void whatPreparesMixedCollectionsIsNone() {
    Server server = new Server();
    server.ticks(at -> server.collection(at + MS, 65, "Pause Young (Prepare Mixed)", "", false), 2);
    Case of = server.done();
    Pattern mixed = pattern("mixed_collections");
    assertTrue(mixed.isRecorded(of));
    assertEquals(List.of(), mixed.find(of));
  }

  /** Without its events a pattern is not recorded, and never absent. */
  @Test
  void withoutEventsNoPatternIsRecordedButThatOfTheTicksThemselves() {
    TimelineBuilder bare = new TimelineBuilder();
    Case of = new Case(bare.build(), List.of(), List.of(), _ -> false);
    assertEquals(
        List.of(),
        Patterns.all().stream().filter(one -> one.isRecorded(of)).map(Pattern::name).toList());
  }
}
