package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.view.CauseViews;
import dev.jitterlab.diagnosis.view.EventLanes;
import dev.jitterlab.diagnosis.view.LateOverTime;
import dev.jitterlab.diagnosis.view.SampleComparison;
import dev.jitterlab.diagnosis.view.Waterfall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A diagnosis of two groups, of which the first is late by pauses and locks. */
public final class CausesFixture {
  /** When the late tick was due. */
  public static final double DUE = 1_700_000_000.25;

  private CausesFixture() {}

  /** With all views. */
  public static Causes of(String slow, String fast) {
    return new Causes(
        List.of(event(slow)),
        List.of(
            group(slow, 40, Map.of("gc_pause", 6.0, "lock_wait", 3.0, "unexplained", 1.0)),
            group(fast, 2, Map.of("gc_pause", 0.4, "unexplained", 0.1))),
        List.of(),
        List.of(
            new Causes.Finding(
                "lock_convoy",
                slow + "/1",
                "seen in the window",
                "Two threads waited.",
                "Split the lock.",
                3.0,
                List.of())),
        List.of(),
        new CauseViews(
            List.of(overTime(slow), overTime(fast)),
            List.of(
                new Waterfall(
                    slow,
                    fast,
                    0.25,
                    5,
                    List.of(
                        new Waterfall.Step("gc_pause", 3.25),
                        new Waterfall.Step("lock_wait", 1.6),
                        new Waterfall.Step("unexplained", -0.1)))),
            List.of(lanes(slow)),
            List.of(samples(slow), tooFew(fast))),
        List.of(),
        List.of());
  }

  /** As an older version wrote it. */
  public static Causes withoutViews(String slow, String fast) {
    Causes all = of(slow, fast);
    return new Causes(
        all.events(),
        all.groups(),
        all.notRecorded(),
        all.findings(),
        all.sources(),
        null,
        List.of(),
        List.of());
  }

  private static Causes.LateEvent event(String group) {
    return new Causes.LateEvent(
        group + "/1:tick:battle-7:20",
        group + "/1",
        "tick",
        "battle-7",
        "tick-worker-0",
        DUE,
        0.1,
        0.002,
        List.of(
            part("gc_pause", 0.06, "jdk.GCPhasePause", "G1New"),
            part("lock_wait", 0.03, "jdk.JavaMonitorEnter", "game.Ledger, held by <img src=x>"),
            new Causes.Part("unexplained", 0.01, 0, 0.01, List.of())),
        List.of("steal"));
  }

  private static Causes.Part part(String cause, double seconds, String event, String what) {
    return new Causes.Part(
        cause,
        seconds,
        seconds,
        seconds,
        List.of(new Causes.Evidence(DUE + 0.01, seconds, "tick-worker-0", event, what)));
  }

  private static Causes.GroupCauses group(String name, int late, Map<String, Double> seconds) {
    Map<String, Double> ordered = new LinkedHashMap<>();
    seconds.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .forEach(one -> ordered.put(one.getKey(), one.getValue()));
    double all = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    return new Causes.GroupCauses(name, late, all, ordered, Map.of(), List.of("steal"), 0, null);
  }

  private static LateOverTime overTime(String group) {
    return new LateOverTime(
        group,
        1,
        List.of(
            new LateOverTime.Step(3, 4, Map.of("gc_pause", 0.2, "lock_wait", 0.1)),
            new LateOverTime.Step(4, 1, Map.of("gc_pause", 0.05)),
            new LateOverTime.Step(20, 1, Map.of("unexplained", 0.02))));
  }

  private static EventLanes lanes(String group) {
    return new EventLanes(
        group + "/1:tick:battle-7:20",
        group + "/1",
        DUE - 0.01,
        DUE + 0.112,
        List.of(
            new EventLanes.Row(
                "this tick",
                List.of(
                    box(DUE, 0.005, "waiting", "jitterlab.Tick", "due, not begun", 1),
                    box(DUE + 0.005, 0.097, "execution", "jitterlab.Tick", "battle-7 20", 1))),
            new EventLanes.Row(
                "tick-worker-0: waits",
                List.of(
                    box(
                        DUE + 0.07,
                        0.03,
                        "lock_wait",
                        "jdk.JavaMonitorEnter",
                        "game.Ledger, held by <img src=x>",
                        1))),
            new EventLanes.Row(
                "GC pauses",
                List.of(box(DUE + 0.01, 0.06, "gc_pause", "jdk.GCPhasePause", "G1New", 1))),
            new EventLanes.Row(
                "samples",
                List.of(
                    box(DUE + 0.006, null, "sample", "jdk.ExecutionSample", "game.Battle.step", 1),
                    box(DUE + 0.1, null, "sample", "jdk.ExecutionSample", "game.Ledger.add", 3)))),
        List.of(new EventLanes.Link("gc_pause", 2, 0), new EventLanes.Link("lock_wait", 1, 0)),
        12);
  }

  private static EventLanes.Box box(
      double at, Double seconds, String kind, String event, String what, int count) {
    return new EventLanes.Box(at, seconds, kind, event, what, count);
  }

  private static SampleComparison samples(String group) {
    SampleComparison.Frame find =
        new SampleComparison.Frame(
            "game.rules.Path::find", 60, 20, SampleComparison.LATE, List.of());
    SampleComparison.Frame move =
        new SampleComparison.Frame(
            "game.rules.Battle::move", 30, 160, SampleComparison.NORMAL, List.of());
    return new SampleComparison(
        group,
        "jdk.ExecutionSample",
        100,
        200,
        null,
        List.of("java.lang.Thread::run"),
        List.of(
            new SampleComparison.Frame(
                "game.rules.Battle::step", 95, 190, null, List.of(move, find))),
        List.of(
            new SampleComparison.Method("game.rules.Path::find", 60, 20, SampleComparison.LATE),
            new SampleComparison.Method(
                "game.rules.Battle::move", 30, 160, SampleComparison.NORMAL)));
  }

  private static SampleComparison tooFew(String group) {
    return new SampleComparison(
        group,
        "jdk.ExecutionSample",
        3,
        900,
        "The recordings have 3 samples of late work.",
        List.of(),
        List.of(),
        List.of());
  }
}
