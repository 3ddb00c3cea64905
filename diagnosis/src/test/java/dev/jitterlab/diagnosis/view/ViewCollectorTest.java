package dev.jitterlab.diagnosis.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Budgets;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ViewCollectorTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long PERIOD = 50 * MS;
  private static final long WORKER = 7;

  /** The time of the tests begins here, so that nothing before it is negative. */
  private static final long ZERO = 1_000 * SECOND;

  private static final List<MeasuredSpan> MEASURED =
      List.of(new MeasuredSpan(ZERO, ZERO + 1_000 * SECOND));

  private final ViewCollector views = new ViewCollector();
  private TimelineBuilder timeline = new TimelineBuilder();
  private long index;

  /** Ticks of 2 ms, on time. */
  private void normal(int count, long fromNs) {
    for (int i = 0; i < count; i++) {
      tick(fromNs + i * PERIOD, fromNs + i * PERIOD, 2 * MS, false);
    }
  }

  private void tick(long dueNs, long startNs, long executionNs, boolean late) {
    timeline.add(
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-1",
            index++,
            WORKER,
            dueNs,
            startNs,
            startNs + executionNs,
            late,
            0,
            2 * MS,
            0,
            TimedWork.Total.UNKNOWN,
            0));
  }

  private void stop(long fromNs, long toNs) {
    timeline.add(
        new Stretch(
            Cause.GC_PAUSE, fromNs, toNs, JvmTimeline.ALL_THREADS, "jdk.GCPhasePause", "G1New"));
  }

  /** A tick that a pause makes late by so much. */
  private void pausedTick(long dueNs, long pausedNs) {
    stop(dueNs + MS, dueNs + MS + pausedNs);
    tick(dueNs, dueNs, 2 * MS + pausedNs, true);
  }

  private void server(String group, String instance) {
    JvmTimeline built = timeline.build();
    List<Budget> late =
        Budgets.of(built, OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE);
    views.add(
        group,
        instance,
        built,
        late,
        MEASURED,
        method -> method.startsWith("game.rules."),
        budget -> instance + ":" + budget.work().index());
    timeline = new TimelineBuilder();
  }

  @Test
  void addsLateTimeUpByTheSecondInWhichItWasDue() {
    normal(5, ZERO);
    pausedTick(ZERO + 3 * SECOND, 40 * MS);
    pausedTick(ZERO + 3 * SECOND + 500 * MS, 10 * MS);
    pausedTick(ZERO + 9 * SECOND + 999 * MS, 100 * MS);
    server("g1", "g1/1");
    LateOverTime over = views.views(Optional.empty()).overTime().getFirst();

    assertEquals(1, over.stepSeconds());
    assertEquals(List.of(3.0, 9.0), over.steps().stream().map(LateOverTime.Step::at).toList());
    assertEquals(2, over.steps().getFirst().lateEvents());
    assertEquals(0.05, over.steps().getFirst().secondsByCause().get("gc_pause"), 1e-9);
    assertFalse(over.steps().getFirst().secondsByCause().containsKey("lock_wait"));
  }

  @Test
  void longRunsHaveWiderSteps() {
    normal(5, ZERO);
    pausedTick(ZERO, 40 * MS);
    pausedTick(ZERO + 899 * SECOND, 40 * MS);
    server("g1", "g1/1");
    LateOverTime over = views.views(Optional.empty()).overTime().getFirst();
    assertEquals(3, over.stepSeconds());
    assertEquals(897, over.steps().getLast().at());
  }

  @Test
  void aWaterfallLeadsFromTheBaselinesMeanServerToTheOther() {
    for (String instance : List.of("base/1", "base/2")) {
      normal(5, ZERO);
      pausedTick(ZERO + SECOND, 30 * MS);
      server("base", instance);
    }
    normal(5, ZERO);
    pausedTick(ZERO + SECOND, 10 * MS);
    tick(ZERO + 2 * SECOND, ZERO + 2 * SECOND + 70 * MS, 2 * MS, true);
    server("other", "other/1");

    Waterfall fall = views.views(Optional.of("base")).waterfalls().getFirst();
    assertEquals("other", fall.group());
    assertEquals(0.03, fall.baselineSeconds(), 1e-9, "of the mean server, not of both");
    assertEquals(0.08, fall.seconds(), 1e-9);
    assertEquals("unexplained", fall.steps().getFirst().cause(), "the greatest first");
    assertEquals(
        fall.seconds(),
        fall.baselineSeconds() + fall.steps().stream().mapToDouble(Waterfall.Step::seconds).sum(),
        1e-9);
    assertEquals(List.of(), views.views(Optional.of("nobody")).waterfalls());
  }

  @Test
  void lanesShowWhatHappenedAroundTheWorstAndLinkEachCauseToItsBox() {
    normal(5, ZERO);
    stop(ZERO + 500 * MS, ZERO + 510 * MS); // long before it
    long due = ZERO + SECOND;
    pausedTick(due, 40 * MS);
    timeline.add(
        new MethodCompilation(
            due + 5 * MS, due + 9 * MS, "game.rules.Battle::step", 4, 1, false, "jdk.Compilation"));
    server("g1", "g1/1");
    EventLanes lanes = views.views(Optional.empty()).lanes().getFirst();

    assertEquals("g1/1:5", lanes.event());
    assertEquals(
        List.of("this tick", "GC pauses", "compiler C2"),
        lanes.rows().stream().map(EventLanes.Row::name).toList());
    EventLanes.Link link =
        lanes.links().stream().filter(one -> one.cause().equals("gc_pause")).findFirst().get();
    EventLanes.Box pause = lanes.rows().get(link.row()).boxes().get(link.box());
    assertEquals("jdk.GCPhasePause", pause.event());
    assertEquals((due + MS) / 1e9, pause.at(), 1e-6);
    assertEquals(0.04, pause.seconds(), 1e-6);
    assertEquals("G1New", pause.what());
  }

  /** The tick itself has the same event, and is there at that moment too. */
  @Test
  void aCauseIsLinkedToABoxOfItsOwnKind() {
    normal(5, ZERO);
    long due = ZERO + SECOND;
    timeline.add(
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-1",
            index++,
            WORKER,
            due,
            due + 10 * MS,
            due + 12 * MS,
            true,
            6 * MS,
            2 * MS,
            0,
            TimedWork.Total.UNKNOWN,
            0));
    server("g1", "g1/1");
    EventLanes lanes = views.views(Optional.empty()).lanes().getFirst();
    EventLanes.Link link =
        lanes.links().stream().filter(one -> one.cause().equals("run_queue")).findFirst().get();
    assertEquals("waiting for a CPU", lanes.rows().get(link.row()).name());
    assertEquals(0.006, lanes.rows().get(link.row()).boxes().get(link.box()).seconds(), 1e-6);
  }

  /** The tick's own thread waited for a lock meanwhile, and not for a CPU. */
  @Test
  void otherProcessesThatKeepAllCpusHaveABox() {
    normal(5, ZERO);
    long due = ZERO + SECOND;
    timeline.add(
        new Stretch(Cause.LOCK_WAIT, due, due + 100 * MS, WORKER, "jdk.JavaMonitorEnter", "lock"));
    timeline.add(
        new ProcessReading(due, due + 100 * MS, 60 * MS, 60 * MS, 0, 130 * MS, 2 * MS, 2, 0, -1));
    tick(due, due, 102 * MS, true);
    server("g1", "g1/1");
    EventLanes lanes = views.views(Optional.empty()).lanes().getFirst();
    EventLanes.Link link =
        lanes.links().stream().filter(one -> one.cause().equals("run_queue")).findFirst().get();
    assertEquals("waiting for a CPU", lanes.rows().get(link.row()).name());
    assertEquals(0.06, lanes.rows().get(link.row()).boxes().get(link.box()).seconds(), 1e-6);
  }

  @Test
  void whatIsShortAndCloseTogetherIsOneBoxAndNoRowHasTooMany() {
    normal(5, ZERO);
    long due = ZERO + SECOND;
    for (int i = 0; i < 1_000; i++) { // work before it: 1,000 ticks of 1 ms, one behind another
      tick(due + i * MS, due + i * MS, MS - 10_000, false);
    }
    for (int i = 0; i < 300; i++) { // apart from one another
      timeline.add(
          new MethodCompilation(
              due + 4L * i * MS, due + 4L * i * MS, "a.B::c", 4, i, false, "jdk.Compilation"));
    }
    tick(due, due + SECOND, 2 * MS, true);
    server("g1", "g1/1");
    EventLanes lanes = views.views(Optional.empty()).lanes().getFirst();

    List<EventLanes.Box> before = row(lanes, "thread 7: other ticks");
    assertEquals(1, before.size());
    assertEquals(1_000, before.getFirst().count());
    assertEquals(60, row(lanes, "compiler C2").size());
    assertTrue(lanes.leftOut() > 100, lanes.leftOut() + " are counted");
  }

  private static List<EventLanes.Box> row(EventLanes lanes, String name) {
    return lanes.rows().stream().filter(one -> one.name().equals(name)).findFirst().get().boxes();
  }

  @Test
  void everyGroupHasLanesHoweverLateTheOthersAre() {
    for (int server = 1; server <= 3; server++) {
      normal(5, ZERO);
      for (int i = 1; i <= 3; i++) {
        pausedTick(ZERO + i * SECOND, (100 + i) * MS);
      }
      server("slow", "slow/" + server);
    }
    normal(5, ZERO);
    pausedTick(ZERO + SECOND, 10 * MS);
    server("fast", "fast/1");
    List<EventLanes> lanes = views.views(Optional.empty()).lanes();
    assertEquals(6, lanes.size());
    assertEquals("fast/1", lanes.getLast().instance());
    assertEquals("slow/1:7", lanes.getFirst().event(), "the latest first");
  }

  private void samples(int count, long atNs, String... innermostFirst) {
    for (int i = 0; i < count; i++) {
      timeline.add(new StackSample(atNs + i, WORKER, List.of(innermostFirst), false));
    }
  }

  /** Of 100 late samples 60 are in a method that 10 of 100 normal ones are in. */
  private void sampled() {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 20 * MS));
    normal(5, ZERO);
    samples(10, ZERO + MS, "game.rules.Path::find", "game.rules.Battle::step", "Loop::run");
    samples(90, ZERO + PERIOD + MS, "game.rules.Battle::step", "Loop::run");
    pausedTick(ZERO + SECOND, 40 * MS);
    long late = ZERO + SECOND + MS;
    samples(60, late, "game.rules.Path::find", "game.rules.Battle::step", "Loop::run");
    samples(40, late + 1_000, "game.rules.Battle::step", "Loop::run");
  }

  @Test
  void whatLateWorkRunsMoreOfStandsOut() {
    sampled();
    server("g1", "g1/1");
    SampleComparison samples = views.views(Optional.empty()).samples().getFirst();

    assertNull(samples.tooFew());
    assertEquals(100, samples.lateSamples());
    assertEquals(100, samples.normalSamples());
    assertEquals(List.of("Loop::run", "game.rules.Battle::step"), samples.shared());
    SampleComparison.Frame find = samples.frames().getFirst();
    assertEquals("game.rules.Path::find", find.method());
    assertEquals(60, find.late());
    assertEquals(10, find.normal());
    assertEquals(SampleComparison.LATE, find.standsOut());
    assertEquals(1, samples.methods().size(), "what all samples have says nothing");
  }

  @Test
  void tooFewSamplesAreNoComparison() {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 20 * MS));
    normal(5, ZERO);
    samples(200, ZERO + MS, "game.rules.Battle::step");
    pausedTick(ZERO + SECOND, 40 * MS);
    samples(49, ZERO + SECOND + MS, "game.rules.Battle::step");
    server("g1", "g1/1");
    normal(5, ZERO);
    server("g2", "g2/1");
    List<SampleComparison> samples = views.views(Optional.empty()).samples();

    assertTrue(samples.get(0).tooFew().contains("49 samples of late work"), "they are counted");
    assertEquals(List.of(), samples.get(0).frames());
    assertTrue(samples.get(1).tooFew().startsWith("No samples were recorded."));
  }

  @Test
  void samplesOfShortTicksThatAreNotRecordedAreNormal() {
    sampled();
    timeline.setting("jitterlab.Tick", new EventSetting(true, MS, 0));
    samples(30, ZERO + 10 * MS, "game.rules.Battle::step", "Loop::run");
    samples(30, ZERO + 20 * MS, "Loop::idle", "Loop::run");
    server("g1", "g1/1");
    assertEquals(130, views.views(Optional.empty()).samples().getFirst().normalSamples());
  }
}
