package dev.jitterlab.diagnosis.pattern;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Budgets;
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
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** A server for each pattern, which has what the pattern is about and nothing else. */
final class PatternFixture {
  static final long MS = 1_000_000;
  static final long PERIOD = 50 * MS;
  static final long WORKER = 7;
  static final long OTHER = 8;
  static final String STEP = "game.rules.Battle::step";
  static final int TICKS = 400;

  static final Map<String, Consumer<Server>> SERVERS = servers();

  private PatternFixture() {}

  /** Twenty seconds of two workers; every 20th tick meets what the server has, and is late. */
  static final class Server {
    final TimelineBuilder timeline = new TimelineBuilder();
    private int collections;

    void tick(int i, long driftMs, long executionMs, long queuedMs, long cpuMs) {
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
    void ticks(Consumer<Long> fault, long cpuMs) {
      for (int i = 0; i < TICKS; i++) {
        if (i % 20 == 10) {
          tick(i, 0, 70, 0, cpuMs);
          fault.accept(i * PERIOD);
        } else {
          tick(i, 0, 2, 0, 2);
        }
      }
    }

    void stretch(Cause cause, long thread, long fromNs, long ms, String what) {
      timeline.add(new Stretch(cause, fromNs, fromNs + ms * MS, thread, "event", what));
    }

    void collection(long fromNs, long ms, String name, String why, boolean failed) {
      collection(fromNs, ms, fromNs, ms, name, why, failed);
    }

    /** One that has its pause at some time, and may go on beside the program. */
    void collection(
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

    void shenandoah(long fromNs, long ms, String pause) {
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

    void work(String task, int i, long due, long start, long end, boolean late) {
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

    void readings(int busyMs, int cpuMs, int throttledMs) {
      readings(0, TICKS / 2, busyMs, cpuMs, throttledMs);
    }

    /** Of some tenths of a second. */
    void readings(int from, int to, int busyMs, int cpuMs, int throttledMs) {
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

    Case done() {
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
  static void backlog(Server server, int methods) {
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

  static List<PatternMatch> found(Server server, String name) {
    Case of = server.done();
    Pattern pattern = pattern(name);
    assertTrue(pattern.isRecorded(of), name);
    return pattern.find(of);
  }

  static Pattern pattern(String name) {
    return Patterns.all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }
}
