package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers stepped by one thread and a manual clock; a tick that steps another worker is "while".
 */
class PartitionWorkerTest {
  private static final long MS = 1_000_000;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 60 * MS);
  private final FakeParker parker = new FakeParker(clock);
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> log = new ArrayList<>();
  private final List<String> woken = new ArrayList<>();
  private final TaskContext context =
      new TaskContext(
          clock,
          recorder.andThen(tick -> log.add(tick.task() + tick.index())),
          (tick, failure) -> FailureHandler.Decision.STOP);
  private final PartitionWorker a = worker("a");
  private final PartitionWorker b = worker("b");

  private PartitionWorker worker(String name) {
    return worker(name, Waiting.PARK);
  }

  private PartitionWorker worker(String name, Waiting waiting) {
    Waiter waiter = new Waiter(waiting, clock, parker, new SpinBudget(0, clock.nanoTime()));
    return new PartitionWorker(clock, waiter, () -> woken.add(name));
  }

  private void together() {
    Lookouts lookouts = new Lookouts();
    a.others(List.of(a, b), lookouts);
    b.others(List.of(a, b), lookouts);
  }

  private OwnedTask start(PartitionWorker worker, String name, int hertz, TickTask task) {
    OwnedTask owned =
        new OwnedTask(worker, context, name, Rate.hz(hertz), TaskOptions.defaults(), task);
    worker.add(owned);
    return owned;
  }

  private void stepUntilLogged(PartitionWorker worker, int ticks) {
    while (log.size() < ticks) {
      worker.step();
    }
  }

  @Test
  void runsTasksInTheOrderOfTheirDeadlinesAlsoAcrossTheClocksOverflow() {
    long startNs = clock.nanoTime();
    List<Long> scheduledNs = new ArrayList<>();
    start(a, "fast", 40, tick -> scheduledNs.add(tick.scheduledNs() - startNs));
    start(a, "slow", 20, tick -> scheduledNs.add(tick.scheduledNs() - startNs));
    stepUntilLogged(a, 30);

    assertEquals(20.0, (double) log.stream().filter(tick -> tick.startsWith("fast")).count(), 1);
    assertEquals(scheduledNs.stream().sorted().collect(Collectors.toList()), scheduledNs);
    assertEquals(60_000, a.load().milliHertz());
  }

  @Test
  void startsWithinAPeriodAndLetsEqualTasksFollowOneAnother() {
    long startNs = clock.nanoTime();
    List<Long> startsNs = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      start(
          a,
          "t" + i,
          20,
          tick -> {
            startsNs.add(tick.startedNs() - startNs);
            clock.advance(100_000);
          });
    }
    stepUntilLogged(a, 5);

    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < 5; i++) {
      gaps.add(startsNs.get(i) - startsNs.get(i - 1));
    }
    assertEquals(List.of(102_000L, 102_000L, 102_000L, 102_000L), gaps);
    assertTrue(startsNs.get(4) < 50 * MS);
    assertEquals(0, recorder.reanchoredTicks(), "a first tick starts no new schedule");
  }

  /** Its place in the new rate's ring is free at once, and a tick there would be one too many. */
  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void ticksAPeriodLaterAtANewRate(int takesMs) {
    List<Long> startsNs = new ArrayList<>();
    OwnedTask task =
        start(
            a,
            "one",
            20,
            tick -> {
              startsNs.add(tick.startedNs());
              clock.advance(takesMs * MS);
            });
    stepUntilLogged(a, 2);
    task.rate(Rate.hz(10));
    stepUntilLogged(a, 5);

    assertTrue(startsNs.get(3) - startsNs.get(2) >= 100 * MS, startsNs::toString);
  }

  /** Growing executions move each place by less than they move the end of the tick before it. */
  @Test
  void keepsTicksApartWhenItsTasksGetNewPlaces() {
    keepsTicksApart(100, 100_000, 125_000);
  }

  /** Before the first ticks nobody knows what they take, so the first places are too near. */
  @Test
  void keepsTicksApartWhenTheyTakeMoreThanExpected() {
    keepsTicksApart(20, MS, MS);
  }

  private void keepsTicksApart(int tasks, long takesFirstNs, long takesThenNs) {
    Map<String, Long> lastNs = new HashMap<>();
    long[] closestNs = {Long.MAX_VALUE};
    for (int i = 0; i < tasks; i++) {
      start(
          a,
          "t" + i,
          20,
          tick -> {
            Long before = lastNs.put(tick.task(), tick.startedNs());
            if (before != null) {
              closestNs[0] = Math.min(closestNs[0], tick.startedNs() - before);
            }
            clock.advance(log.size() < 20 * tasks ? takesFirstNs : takesThenNs);
          });
    }
    stepUntilLogged(a, 200 * tasks);

    assertTrue(recorder.reanchoredTicks() >= tasks - 1, recorder.reanchoredTicks() + " moves");
    assertTrue(closestNs[0] >= 12 * MS, closestNs[0] + " ns apart");
  }

  /** Lobbies beside battles: the places of dear tasks must be as long as their own ticks. */
  @ParameterizedTest
  @ValueSource(ints = {10, 18})
  void unlikeTasksAreOnTime(int lobbies) {
    for (int i = 0; i < 20; i++) {
      long takesNs = i < lobbies ? 100_000 : 3 * MS;
      start(a, "t" + i, 20, tick -> clock.advance(takesNs));
    }

    assertTrue(p99DriftNs(2_000, 3_000) < MS);
  }

  /** A lobby's layout was right for so long that the next check of it is far. */
  @Test
  void longTasksThatComeToAShortOneAreSoonOnTime() {
    start(a, "lobby", 20, tick -> clock.advance(10_000));
    stepUntilLogged(a, 6_000);
    for (int i = 0; i < 10; i++) {
      start(a, "battle" + i, 20, tick -> clock.advance(3 * MS));
    }

    assertTrue(p99DriftNs(8_200, 2_200) < MS);
  }

  @Test
  void tasksThatBecomeLongerAreSoonOnTime() {
    for (int i = 0; i < 10; i++) {
      start(a, "t" + i, 20, tick -> clock.advance(tick.index() < 1_200 ? MS / 2 : 2 * MS));
    }

    assertTrue(p99DriftNs(14_000, 2_000) < MS);
  }

  /** Their places are nearly half a period apart, which is more than a schedule moves at once. */
  @Test
  void twoLongTasksComeToTheirPlaces() {
    start(a, "one", 20, tick -> clock.advance(20 * MS));
    start(a, "two", 20, tick -> clock.advance(20 * MS));

    assertTrue(p99DriftNs(1_000, 1_000) < MS);
  }

  /** A worker that comes too late to take a tick over hands that task back without a tick. */
  @Test
  void movesAScheduleOnceBetweenTwoTicks() {
    OwnedTask task = start(a, "one", 20, tick -> clock.advance(20 * MS));
    stepUntilLogged(a, 1);
    long dueNs = task.deadlineNs();
    task.phaseNs += 22 * MS;
    task.toBeMoved = true;
    long hourAgoNs = clock.nanoTime() - 3_600_000_000_000L;
    for (int i = 0; i < 2; i++) {
      assertFalse(Custody.runForOwner(task, a, hourAgoNs, new TickThread()));
      a.takeIn();
    }
    assertEquals(50 * MS / 4, task.deadlineNs() - dueNs);
    stepUntilLogged(a, 2);

    assertEquals(22 * MS, task.deadlineNs() - 50 * MS - dueNs, "the rest after the next tick");
    assertFalse(task.toBeMoved);
  }

  /** A first tick loads classes and fills caches. */
  @Test
  void oneLongFirstTickMakesNoLongPlace() {
    for (int i = 0; i < 20; i++) {
      boolean isCold = i == 7;
      start(a, "t" + i, 20, tick -> clock.advance(isCold && tick.index() == 0 ? 30 * MS : 100_000));
    }

    assertTrue(p99DriftNs(1_000, 2_000) < 100_000);
  }

  private long p99DriftNs(int ticksBefore, int ticks) {
    stepUntilLogged(a, ticksBefore);
    TickHistograms after = recorder.subscribe();
    stepUntilLogged(a, ticksBefore + ticks);
    long[] p99Ns = new long[1];
    after.read(h -> p99Ns[0] = h.get(TickMetric.DRIFT).getValueAtPercentile(99));
    return p99Ns[0];
  }

  /** With more tasks than one mean remembers, it says which of them ticked last. */
  @Test
  void unlikeTasksComeToRest() {
    for (int i = 0; i < 600; i++) {
      long takesNs = i < 300 ? 5_000 : 100_000;
      start(a, "t" + i, 20, tick -> clock.advance(takesNs));
    }
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    TickHistograms after = recorder.subscribe();
    stepUntilLogged(a, 700_000);

    assertEquals(movedBefore, recorder.reanchoredTicks());
    after.read(
        histograms -> {
          long p99Ns = histograms.get(TickMetric.DRIFT).getValueAtPercentile(99);
          assertTrue(p99Ns < MS, p99Ns + " ns of drift");
        });
  }

  /** Places are found while their ticks are alike; then these vary by half. */
  @Test
  void unlikeTasksWhoseTicksVaryComeToRest() {
    Random random = new Random(7);
    for (int i = 0; i < 600; i++) {
      long takesNs = i % 2 == 0 ? 5_000 : 100_000;
      start(
          a,
          "t" + i,
          20,
          tick ->
              clock.advance(
                  tick.index() < 200 ? takesNs : takesNs / 2 + random.nextInt((int) takesNs)));
    }
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    stepUntilLogged(a, 700_000);

    assertEquals(movedBefore, recorder.reanchoredTicks());
  }

  /**
   * The battle adds nine tenths of the mean, which therefore swings with each of its ticks. A check
   * comes every 65,536 ticks, and sooner only where the mean has also grown before that tick: that
   * makes three to ten layouts of 99 moves each. If peaks counted as growth, it would be about 50.
   */
  @Test
  void lobbiesBesideABattleThatVariesAreRarelyMoved() {
    Random random = new Random(7);
    for (int i = 0; i < 99; i++) {
      start(a, "lobby" + i, 20, tick -> clock.advance(10_000));
    }
    start(a, "battle", 20, tick -> clock.advance(5 * MS + random.nextInt(10_000_000)));
    stepUntilLogged(a, 300_000);
    long movedBefore = recorder.reanchoredTicks();
    stepUntilLogged(a, 500_000);
    long moved = recorder.reanchoredTicks() - movedBefore;

    assertTrue(moved < 2_000, moved + " moves");
  }

  @Test
  void startsWithinAPeriodAlsoIfItsPlaceHasJustGoneBy() {
    start(a, "one", 20, tick -> {});
    a.takeIn(); // its phase is 0, from now on
    clock.advance(50 * MS + 102_001 - 10 * MS); // the place of the next is at 102 µs
    long startNs = clock.nanoTime();
    OwnedTask two = start(a, "two", 20, tick -> {});
    clock.advance(10 * MS); // its worker is in a long tick
    a.takeIn();

    assertEquals(50 * MS, two.deadlineNs() - startNs);
    assertTrue(two.toBeMoved, "openly, after its first tick");
  }

  @Test
  void takesOverWhatALongTickOfAnotherWorkerHoldsUp() {
    together();
    boolean[] first = {true};
    OwnedTask held = start(a, "held", 20, tick -> {});
    start(
        a,
        "long",
        20,
        tick -> {
          if (first[0]) {
            first[0] = false;
            clock.advance(180 * MS);
            while (held.deadlineNs() - clock.nanoTime() <= -TakeOver.OVERDUE_NS) {
              b.step(); // meanwhile, on another thread
            }
          }
        });
    stepUntilLogged(a, 1);

    assertTrue(b.takenOver() >= 3, b.takenOver() + " taken over");
    assertEquals("long0", log.get((int) b.takenOver()), "the others' ticks came meanwhile: " + log);
    assertTrue(log.subList(0, 3).stream().allMatch(tick -> tick.startsWith("held")), log::toString);
  }

  @Test
  void takesOverATaskThatItsWorkerHasNotEvenSeen() {
    together();
    start(
        a,
        "stuck",
        20,
        tick -> {
          start(a, "new", 1000, t -> {});
          clock.advance(20 * MS);
          b.step();
        });
    stepUntilLogged(a, 1);

    assertEquals("new0", log.get(0));
  }

  /** Three workers: while c helps b with a long tick, the others see what is overdue at c. */
  @Test
  void showsItsOwnTasksWhileItHelpsAnother() {
    PartitionWorker c = worker("c");
    List<PartitionWorker> all = List.of(a, b, c);
    Lookouts lookouts = new Lookouts();
    all.forEach(one -> one.others(all, lookouts));
    OwnedTask helped =
        start(
            b,
            "helped",
            100,
            tick -> {
              clock.advance(20 * MS); // c's new task becomes due meanwhile
              a.step();
            });
    clock.advanceTo(helped.deadlineNs() + MS);
    OwnedTask fresh = start(c, "new", 100, tick -> {});
    c.takeIn();
    fresh.moveTo(clock.nanoTime() + 5 * MS);
    c.tasks().heap().put(fresh, fresh.nextReadyNs());
    c.step();

    assertEquals(List.of("new0", "helped0"), log);
  }

  @Test
  void takesOverOnlyWhatFitsBeforeItsOwnNextTick() {
    together();
    OwnedTask heavy = start(a, "heavy", 20, tick -> clock.advance(4 * MS));
    stepUntilLogged(a, 3); // so that its cost is known
    OwnedTask own = start(b, "own", 20, tick -> {});
    b.takeIn();
    own.moveTo(heavy.deadlineNs() + 2 * MS);
    b.tasks().heap().put(own, own.nextReadyNs());
    clock.advanceTo(heavy.deadlineNs() + MS);
    log.clear();
    stepUntilLogged(b, 2);

    assertEquals(List.of("own0", "heavy3"), log, "heavy would have made the other one late");
  }

  @Test
  void expectsOfATaskThatHasNotTickedYetWhatItIsCountedFor() {
    together();
    OwnedTask fresh =
        new OwnedTask(
            a, context, "new", Rate.hz(20), TaskOptions.defaults(), tick -> clock.advance(4 * MS));
    fresh.countedNs = 4 * MS; // as the scheduler does, by what the other tasks take
    a.add(fresh);
    OwnedTask own = start(b, "own", 20, tick -> {});
    b.takeIn();
    own.moveTo(fresh.deadlineNs() + 2 * MS);
    b.tasks().heap().put(own, own.nextReadyNs());
    clock.advanceTo(fresh.deadlineNs() + MS);
    stepUntilLogged(b, 2);

    assertEquals(List.of("own0", "new0"), log);
  }

  /** Its core is away: it neither runs what is due nor asks for help. */
  @Test
  void wakesHalfAMillisecondAfterWhatAnotherWorkerDidNotRun() {
    together();
    OwnedTask stalled = start(a, "stalled", 20, tick -> {});
    a.takeIn();
    isDueAt(stalled, clock.nanoTime() + 3 * MS);
    b.step();
    assertEquals(stalled.deadlineNs() + TakeOver.OVERDUE_NS, clock.nanoTime());
    b.step();

    assertEquals(List.of("stalled0"), log);
  }

  @Test
  void looksAfterEachOfItsOwnTicksWhatIsOverdueElsewhere() {
    together();
    OwnedTask stalled = start(a, "stalled", 20, tick -> {});
    a.takeIn();
    OwnedTask own = start(b, "own", 20, tick -> clock.advance(2 * MS));
    b.takeIn();
    isDueAt(stalled, clock.nanoTime() + 2 * MS);
    isDueAt(own, clock.nanoTime() + 2 * MS);
    b.step(); // waits
    b.step();
    b.step();

    assertEquals(List.of("own0", "stalled0"), log);
    assertEquals(stalled.deadlineNs() - 50 * MS + 2 * MS, clock.nanoTime(), "at once");
  }

  @Test
  void doesNotWakeForALookShortlyBeforeItsOwnTick() {
    together();
    OwnedTask others = start(a, "others", 20, tick -> {});
    a.takeIn();
    OwnedTask own = start(b, "own", 20, tick -> {});
    b.takeIn();
    isDueAt(own, clock.nanoTime() + 4 * MS);
    isDueAt(others, own.deadlineNs() - TakeOver.OVERDUE_NS - 10_000);
    b.step();

    assertEquals(1, parker.parks);
    assertEquals(own.deadlineNs(), clock.nanoTime());
  }

  /** It ends its sleeps 0.5 ms before a deadline by then: a look must not shorten that. */
  @Test
  void doesNotWakeForALookWithinTheMarginOfItsSleeps() {
    SpinBudget all = new SpinBudget(1, clock.nanoTime() - 100 * MS);
    Waiter waiter = new Waiter(Waiting.PARK_SPIN, clock, parker, all);
    parker.overshootNs = 500_000;
    for (int i = 0; i < 100; i++) {
      waiter.await(clock.nanoTime() + 50 * MS, () -> false); // learns
    }
    PartitionWorker own = new PartitionWorker(clock, waiter, () -> woken.add("own"));
    Lookouts lookouts = new Lookouts();
    a.others(List.of(a, own), lookouts);
    own.others(List.of(a, own), lookouts);
    OwnedTask others = start(a, "others", 20, tick -> {});
    a.takeIn();
    OwnedTask task = start(own, "own", 20, tick -> {});
    own.takeIn();
    isDueAt(task, clock.nanoTime() + 4 * MS);
    isDueAt(others, task.deadlineNs() - TakeOver.OVERDUE_NS - 250_000);
    parker.overshootNs = 300_000;
    own.step();

    assertTrue(clock.nanoTime() - task.deadlineNs() < 100, "late");
  }

  /** Each falls asleep while the one before sleeps. */
  @Test
  void twoOfTheSleepersWatchAndTheOthersSleepOn() {
    List<PartitionWorker> all = new ArrayList<>();
    long[] sleptNs = new long[3];
    int[] asleep = {0};
    Parker falling =
        new Parker() {
          @Override
          public void park(long ns) {
            int number = asleep[0]++;
            sleptNs[number] = ns;
            if (number < 2) {
              all.get(number + 1).step();
            }
            clock.advance(ns);
          }

          @Override
          public void spin() {
            throw new AssertionError("spins");
          }
        };
    for (int i = 0; i < 3; i++) {
      SpinBudget none = new SpinBudget(0, clock.nanoTime());
      all.add(
          new PartitionWorker(
              clock, new Waiter(Waiting.PARK, clock, falling, none), () -> woken.add("x")));
    }
    all.add(a);
    Lookouts lookouts = new Lookouts();
    all.forEach(one -> one.others(all, lookouts));
    OwnedTask busy = start(a, "busy", 1000, tick -> {});
    a.takeIn();
    isDueAt(busy, clock.nanoTime() + MS);
    all.get(0).step();

    long watching = MS + TakeOver.OVERDUE_NS;
    assertEquals(List.of(watching, watching, TakeOver.LOOK_EVERY_NS), boxed(sleptNs));
  }

  @Test
  void spinsAllTheTimeIfItIsToldToAlsoBesideOtherWorkers() {
    PartitionWorker idle = worker("idle", Waiting.SPIN);
    PartitionWorker busy = worker("busy", Waiting.SPIN);
    Lookouts lookouts = new Lookouts();
    idle.others(List.of(idle, busy), lookouts);
    busy.others(List.of(idle, busy), lookouts);
    idle.step();
    start(busy, "t", 20, tick -> {});
    stepUntilLogged(busy, 3);

    assertTrue(parker.spins > 0, "it waited");
    assertEquals(0, parker.parks);
  }

  /** For a worker with this task alone. */
  private static void isDueAt(OwnedTask task, long dueNs) {
    task.moveTo(dueNs);
    task.owner().tasks().put(task);
    task.owner().tasks().earliestNs(dueNs);
  }

  private static List<Long> boxed(long[] values) {
    return Arrays.stream(values).boxed().collect(Collectors.toList());
  }

  @Test
  void leavesATaskAloneThatAnotherWorkerRunsAndGetsItBack() {
    together();
    boolean[] nested = {false};
    OwnedTask[] task = new OwnedTask[1];
    task[0] =
        start(
            a,
            "t",
            100,
            tick -> {
              if (nested[0]) {
                nested[0] = false;
                a.step(); // its owner wakes up while it runs: must not run it too
                assertSame(null, a.tasks().heap().first());
              }
            });
    stepUntilLogged(a, 1);
    clock.advance(30 * MS);
    nested[0] = true;
    b.step();
    assertEquals(1, b.takenOver());
    log.clear();
    stepUntilLogged(a, 2);

    assertEquals(List.of("t2", "t3"), log);
  }

  @Test
  void wakesAnIdleWorkerWhenItFallsBehind() {
    together();
    start(a, "y", 20, tick -> {});
    start(a, "x", 20, tick -> clock.advance(MS));
    boolean[] asleep = {false};
    // b falls asleep; while it sleeps, a runs x, which makes y overdue.
    PartitionWorker sleeper =
        new PartitionWorker(
            clock,
            new Waiter(
                Waiting.PARK,
                clock,
                new Parker() {
                  @Override
                  public void park(long ns) {
                    if (!asleep[0]) {
                      asleep[0] = true;
                      while (log.isEmpty()) {
                        a.step();
                      }
                    }
                    clock.advance(ns);
                  }

                  @Override
                  public void spin() {
                    throw new AssertionError("spins");
                  }
                },
                new SpinBudget(0, clock.nanoTime())),
            () -> woken.add("sleeper"));
    Lookouts lookouts = new Lookouts();
    a.others(List.of(a, sleeper), lookouts);
    sleeper.others(List.of(a, sleeper), lookouts);
    woken.clear();
    sleeper.step();

    assertEquals(List.of("sleeper"), woken);
    sleeper.step();
    assertEquals(List.of("x0", "y0"), log);
  }

  @Test
  void forgetsAStoppedTask() {
    OwnedTask task = start(a, "t", 20, tick -> {});
    stepUntilLogged(a, 1);
    task.stop();
    a.step();

    assertSame(null, a.tasks().heap().first());
    assertEquals(0, a.load().milliHertz());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void keepsItsOtherTasksWhenOneEndsWithAnError() {
    start(a, "healthy", 20, tick -> {});
    OwnedTask broken =
        start(
            a,
            "broken",
            20,
            tick -> {
              throw new StackOverflowError();
            });
    assertThrows(StackOverflowError.class, () -> stepUntilLogged(a, 1));
    stepUntilLogged(a, 3);

    assertTrue(broken.isStopped());
    assertEquals(List.of("healthy0", "healthy1", "healthy2"), log);
    assertEquals(20_000, a.load().milliHertz());
  }

  @Test
  void followsAChangeOfRate() {
    List<Long> startsNs = new ArrayList<>();
    OwnedTask task = start(a, "t", 20, tick -> startsNs.add(tick.startedNs()));
    stepUntilLogged(a, 2);
    task.rate(Rate.hz(100));
    stepUntilLogged(a, 9);

    assertEquals(50 * MS, startsNs.get(2) - startsNs.get(1), "it was due already");
    assertTrue(startsNs.get(3) - startsNs.get(2) <= 10 * MS, "it moves to its place by less");
    assertEquals(50 * MS, startsNs.get(8) - startsNs.get(3));
    assertEquals(100_000, a.load().milliHertz());
    assertTrue(recorder.reanchoredTicks() >= 1);
  }

  @Test
  void doesNotMoveATaskThatIsInItsPlaceAlready() {
    start(a, "alone", 20, tick -> clock.advance(tick.index() < 500 ? 2 * MS : 10_000));
    stepUntilLogged(a, 2_000);

    assertEquals(0, recorder.reanchoredTicks());
  }

  @Test
  void movesNoTaskThatIsBehindSoThatNoPeriodIsLost() {
    OwnedTask task = start(a, "t", 20, tick -> clock.advance(tick.index() == 1 ? 170 * MS : 0));
    stepUntilLogged(a, 2);
    task.toBeMoved = true;
    stepUntilLogged(a, 3);
    assertTrue(task.toBeMoved, "two more are due");
    stepUntilLogged(a, 6);

    assertTrue(!task.toBeMoved);
  }

  @Test
  void givesANewTaskToTheWorkerWithTheLeastToDo() {
    assertSame(a, PartitionedScheduler.leastLoaded(List.of(a, b)));
    start(a, "t", 20, tick -> clock.advance(MS));
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)));
    start(b, "u", 30, tick -> clock.advance(100_000));
    assertSame(a, PartitionedScheduler.leastLoaded(List.of(a, b)));
    stepUntilLogged(a, 1);
    stepUntilLogged(b, 2);
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)), "30 short ones a second");
  }

  @Test
  void givesNoTaskToAWorkerThatHasEnded() {
    start(b, "t", 20, tick -> {});
    a.end();
    assertSame(b, PartitionedScheduler.leastLoaded(List.of(a, b)));
    b.end();
    assertSame(null, PartitionedScheduler.leastLoaded(List.of(a, b)));
  }

  @Test
  void stopsWhatIsAddedAfterItsEnd() {
    OwnedTask before = start(a, "before", 20, tick -> {});
    a.step();
    a.end();
    OwnedTask after = start(a, "after", 20, tick -> {});

    assertTrue(before.isStopped());
    assertTrue(after.isStopped());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void stopsAnyNumberOfTasksAtItsEnd() {
    for (int i = 0; i < 20_000; i++) {
      start(a, "t", 1, tick -> {});
      if (i == 10_000) {
        a.step(); // so that half of them are in the heap
      }
    }
    a.end();

    assertEquals(0, context.activeTasks());
  }

  @Test
  void allocatesNothingWhenItTakesOver() {
    together();
    TaskContext quiet = new TaskContext(clock, recorder, (tick, failure) -> null);
    for (int i = 0; i < 20; i++) {
      a.add(
          new OwnedTask(
              a, quiet, "t", Rate.hz(20), TaskOptions.defaults(), t -> clock.advance(20_000)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    stepWhileTheOtherIsAway(100_000);
    long before = threads.getThreadAllocatedBytes(id);
    stepWhileTheOtherIsAway(50_000);
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(b.takenOver() > 50_000, b.takenOver() + " taken over");
    assertTrue(bytes < 100_000, bytes + " bytes in 50,000 steps");
  }

  /** It comes back every now and then, and sees what was run meanwhile. */
  private void stepWhileTheOtherIsAway(int steps) {
    for (int i = 0; i < steps; i++) {
      b.step();
      if (i % 100 == 0) {
        a.takeIn();
      }
    }
  }

  @Test
  void allocatesNothingInSteadyState() {
    TaskContext quiet = new TaskContext(clock, recorder, (tick, failure) -> null);
    for (int i = 0; i < 100; i++) {
      a.add(
          new OwnedTask(
              a, quiet, "t", Rate.hz(20), TaskOptions.defaults(), t -> clock.advance(20_000)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    for (int i = 0; i < 400_000; i++) {
      a.step();
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 200_000; i++) {
      a.step();
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 100_000, bytes + " bytes in 200,000 steps");
  }
}
