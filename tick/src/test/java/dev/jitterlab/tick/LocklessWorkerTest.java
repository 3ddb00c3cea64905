package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.recording.TickRecorder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Workers stepped by one thread and a manual clock; a tick or a sleep that steps another worker is
 * "while".
 */
class LocklessWorkerTest {
  private static final long MS = 1_000_000;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 60 * MS);
  private final long startNs = clock.nanoTime();
  private final FakeParker parker = new FakeParker(clock);
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> log = new ArrayList<>();
  private final List<String> woken = new ArrayList<>();
  private final TaskContext context =
      new TaskContext(
          clock,
          recorder.andThen(tick -> log.add(tick.task() + tick.index())),
          (tick, failure) -> FailureHandler.Decision.CONTINUE);
  private final Leadership watch = new Leadership();
  private final DueTasks tasks = new DueTasks(startNs, watch::added);
  private final LocklessWorker a = worker("a", parker);

  private LocklessWorker worker(String name, Parker parker) {
    Waiter waiter = new Waiter(Waiting.PARK, clock, parker, new SpinBudget(0, clock.nanoTime()));
    return new LocklessWorker(clock, waiter, () -> woken.add(name), tasks, watch);
  }

  private LocklessTask start(String name, int hertz, TickTask task) {
    return add(new LocklessTask(context, name, Rate.hz(hertz), TaskOptions.defaults(), task));
  }

  private LocklessTask spawn(String name, long firstAfterNs, SelfSchedulingTask task) {
    return add(new SelfScheduledTask(context, name, firstAfterNs, task));
  }

  private LocklessTask add(LocklessTask task) {
    long dueNs = task.deadlineNs();
    tasks.add(task);
    watch.added(dueNs);
    return task;
  }

  private void stepUntilLogged(LocklessWorker worker, int ticks) {
    while (log.size() < ticks) {
      worker.step();
    }
  }

  @Test
  void runsTasksByDeadlineAndNeverEarlyAlsoAcrossTheClocksOverflow() {
    List<Long> driftsNs = new ArrayList<>();
    start("a", 40, tick -> driftsNs.add(tick.driftNs()));
    start("b", 30, tick -> driftsNs.add(tick.driftNs()));
    stepUntilLogged(a, 7);

    assertEquals(List.of("a0", "b0", "a1", "b1", "a2", "b2", "a3"), log);
    assertEquals(List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L), driftsNs);
  }

  @Test
  void anyWorkerRunsWhatIsDue() {
    LocklessWorker b = worker("b", parker);
    start("t", 20, tick -> {});
    stepUntilLogged(a, 1);
    stepUntilLogged(b, 2);
    stepUntilLogged(a, 3);

    assertEquals(List.of("t0", "t1", "t2"), log);
    assertEquals(0, recorder.reanchoredTicks());
  }

  @Test
  void runsATaskOnOneWorkerAtATime() {
    LocklessWorker b = worker("b", parker);
    LocklessTask[] task = new LocklessTask[1];
    task[0] =
        start(
            "t",
            100,
            tick -> {
              clock.advance(25 * MS); // past its own next deadline
              b.step();
              assertEquals(tick.index(), task[0].lastIndex());
            });
    stepUntilLogged(a, 2);

    assertEquals(List.of("t0", "t1"), log);
  }

  @Test
  void callsAnotherWorkerWhenATaskWouldHaveToWaitForItsTick() {
    boolean[] slept = {false};
    LocklessWorker sleeper =
        worker(
            "sleeper",
            new Parker() {
              @Override
              public void park(long ns) {
                if (!slept[0]) {
                  slept[0] = true;
                  while (log.size() < 4) {
                    a.step(); // "while" it sleeps
                  }
                }
                clock.advance(ns);
              }

              @Override
              public void spin() {
                throw new AssertionError("spins");
              }
            });
    start("long", 20, tick -> clock.advance(5 * MS));
    start("short", 20, tick -> {});
    assertTrue(watch.lead(a));
    woken.clear();
    sleeper.step(); // follows

    assertEquals(List.of("long0", "short0", "long1", "short1"), log);
    assertEquals(List.of("sleeper"), woken, "once, when long1 was expected to take long");
    assertSame(null, watch.leader(), "who runs a tick leads no more");
  }

  @Test
  void aTaskFromOutsideWakesWhoWaitsOnlyIfItIsDueEarlier() {
    boolean[] parked = {false};
    LocklessWorker sleeper =
        worker(
            "sleeper",
            new Parker() {
              @Override
              public void park(long ns) {
                if (!parked[0]) {
                  parked[0] = true;
                  woken.clear();
                  start("later", 10, tick -> {});
                  log.add("woken " + woken);
                  start("earlier", 40, tick -> {});
                  log.add("woken " + woken);
                } else {
                  clock.advance(ns);
                }
              }

              @Override
              public void spin() {
                throw new AssertionError("spins");
              }
            });
    start("first", 20, tick -> log.add("drift " + tick.driftNs()));
    stepUntilLogged(sleeper, 5);

    assertEquals(
        List.of("woken []", "woken [sleeper]", "earlier0", "drift 0", "first0"), log.subList(0, 5));
  }

  /** Does something during the first sleep, which that may end. */
  private final class Sleep implements Parker {
    private final String name;
    private Runnable meanwhile;

    Sleep(String name, Runnable meanwhile) {
      this.name = name;
      this.meanwhile = meanwhile;
    }

    @Override
    public void park(long ns) {
      Runnable now = meanwhile;
      meanwhile = () -> {};
      woken.remove(name);
      now.run();
      clock.advance(woken.contains(name) ? 0 : ns);
    }

    @Override
    public void spin() {
      throw new AssertionError("spins");
    }
  }

  /** A leader and a follower sleep; meanwhile tasks come from outside. */
  private LocklessWorker sleepWhile(Runnable meanwhile) {
    LocklessWorker follower = worker("follower", new Sleep("follower", meanwhile));
    worker("leader", new Sleep("leader", follower::step)).step();
    return follower;
  }

  /** Nothing was there when the follower fell asleep; the leader may be in a long tick for ever. */
  @Test
  void aFollowerThatSleptWhileThereWasNothingSeesTheTasksThatCame() {
    LocklessWorker follower =
        sleepWhile(
            () -> {
              start("long", 100, tick -> {});
              start("waiting", 90, tick -> {});
            });
    assertTrue(woken.contains("follower"), "it would have slept for an hour: " + woken);
    follower.step();

    long sleptNs = clock.nanoTime() - startNs;
    assertTrue(sleptNs <= 10 * MS + LocklessWorker.LOOK_EVERY_NS, sleptNs + " ns");
  }

  @Test
  void aTaskFromOutsideWakesNoFollowerThatLooksInTime() {
    start("far", 100, tick -> {});
    woken.clear();
    LocklessWorker unused = sleepWhile(() -> start("as far", 100, tick -> {}));

    assertEquals(List.of(), woken);
  }

  @Test
  void whoComesBackWithAnEarlierDeadlineTakesTheLeadAndWakesNobody() {
    LocklessTask early = start("early", 40, tick -> {});
    start("late", 20, tick -> {});
    DueTasks.Found found = new DueTasks.Found();
    assertTrue(tasks.first(found));
    assertSame(early, tasks.claim(found), "another worker is about to run it");
    List<LocklessWorker> leaders = new ArrayList<>();
    LocklessWorker sleeper =
        worker(
            "sleeper",
            new Parker() {
              @Override
              public void park(long ns) {
                leaders.add(watch.leader());
                tasks.put(early);
                woken.clear();
                a.step(); // the other worker, back, waits for it
                leaders.add(watch.leader());
                clock.advance(ns);
              }

              @Override
              public void spin() {
                throw new AssertionError("spins");
              }
            });
    sleeper.step();

    assertEquals(List.of(sleeper, a), leaders);
    assertEquals(List.of(), woken);
  }

  @Test
  void wakesNobodyForShortTicks() {
    LocklessWorker b = worker("b", parker);
    for (int i = 0; i < 100; i++) {
      start("t" + i, 20, tick -> clock.advance(100));
    }
    woken.clear();
    stepUntilLogged(a, 1_000);
    b.step();

    assertEquals(List.of(), woken);
  }

  @Test
  void goesOnAfterAChangeOfRateFromTheTickThatWasDue() {
    List<Long> startsMs = new ArrayList<>();
    LocklessTask task = start("t", 20, tick -> startsMs.add((tick.startedNs() - startNs) / MS));
    stepUntilLogged(a, 1);
    task.rate(Rate.hz(100));
    stepUntilLogged(a, 4);

    assertEquals(List.of(50L, 100L, 110L, 120L), startsMs);
    assertEquals(1, recorder.reanchoredTicks());
  }

  @Test
  void forgetsAStoppedTaskAtOnce() {
    LocklessTask task = start("t", 20, tick -> {});
    start("other", 20, tick -> {});
    task.stop();
    DueTasks.Found found = new DueTasks.Found();
    assertTrue(tasks.first(found));
    assertFalse(tasks.claim(found).isStopped());
    assertFalse(tasks.first(found), "nothing but the other");
  }

  /** A worker that looked while the task was out of the order would sleep for an hour. */
  @Test
  void aTaskThatWasTakenForAnotherOneAndPutBackWakesWhoSleepsWithoutIt() {
    LocklessTask ended = start("ended", 20, tick -> {});
    long key = ended.deadlineNs() - startNs;
    ended.stop();
    Runnable meanwhile =
        () -> {
          tasks.add(
              new LocklessTask(context, "t", Rate.hz(20), TaskOptions.defaults(), tick -> {}));
          tasks.forget(ended, key);
        };
    worker("sleeper", new Sleep("sleeper", meanwhile)).step();

    assertEquals(List.of("sleeper"), woken);
  }

  @Test
  void tasksThatAreCancelledLongBeforeTheyAreDueKeepNoSlot() {
    for (int i = 0; i < 10_000; i++) {
      spawn("in a year", Turn.LONGEST_NS, turn -> {}).stop();
    }

    assertEquals(1, tasks.slots());
    assertEquals(0, context.activeTasks());
  }

  @Test
  void aTaskThatIsStoppedBetweenItsTickAndItsReturnKeepsNoSlot() {
    LocklessTask task = start("t", 20, tick -> {});
    DueTasks.Found found = new DueTasks.Found();
    assertTrue(tasks.first(found));
    assertSame(task, tasks.claim(found));
    task.stop(); // another worker has claimed it: nothing to take out
    tasks.put(task);

    assertFalse(tasks.first(found));
    start("next", 20, tick -> {});
    assertEquals(1, tasks.slots());
  }

  @Test
  void keepsTheOtherTasksWhenOneIsStopped() {
    LocklessTask task = start("t", 20, tick -> {});
    start("other", 20, tick -> {});
    task.stop();
    stepUntilLogged(a, 2);
    DueTasks.Found found = new DueTasks.Found();

    assertEquals(List.of("other0", "other1"), log);
    assertTrue(tasks.first(found));
    assertFalse(tasks.claim(found).isStopped());
    assertFalse(tasks.first(found), "nothing but the other");
  }

  @Test
  void keepsItsOtherTasksWhenOneEndsWithAnError() {
    LocklessTask broken =
        start(
            "broken",
            40,
            tick -> {
              throw new StackOverflowError();
            });
    start("healthy", 20, tick -> {});
    assertThrows(StackOverflowError.class, () -> stepUntilLogged(a, 1));
    stepUntilLogged(a, 3);

    assertTrue(broken.isStopped());
    assertEquals(List.of("healthy0", "healthy1", "healthy2"), log);
    assertEquals(1, context.activeTasks());
  }

  @Test
  void aTaskComesAgainWhenItAskedToAndEndsWhenItDoesNot() {
    List<Long> dueMs = new ArrayList<>();
    List<Long> periodsMs = new ArrayList<>();
    LocklessTask task =
        spawn(
            "projectile",
            30 * MS,
            turn -> {
              dueMs.add((turn.tick().scheduledNs() - startNs) / MS);
              periodsMs.add(turn.tick().periodNs() / MS);
              clock.advance(7 * MS);
              if (turn.tick().index() < 3) {
                turn.again(1);
                turn.again((turn.tick().index() + 1) * 50 * MS); // the last call counts
              }
            });
    while (!task.isStopped()) {
      a.step();
    }

    assertEquals(List.of(30L, 80L, 180L, 330L), dueMs);
    assertEquals(List.of(30L, 50L, 100L, 150L), periodsMs);
    assertEquals(0, context.activeTasks());
    assertEquals(4, recorder.ticks());
    assertEquals(0, recorder.reanchoredTicks());
    assertEquals(0, recorder.lateTicks(LateThreshold.X1_1));
    assertFalse(tasks.first(new DueTasks.Found()));
  }

  @Test
  void aLateTurnIsMeasuredAgainstTheTimeItAskedFor() {
    List<Long> driftsMs = new ArrayList<>();
    spawn(
        "npc",
        10 * MS,
        turn -> {
          driftsMs.add(turn.tick().driftNs() / MS);
          clock.advance(turn.tick().index() == 0 ? 25 * MS : 0);
          turn.again(10 * MS);
        });
    stepUntilLogged(a, 5);

    assertEquals(List.of(0L, 15L, 5L, 0L, 0L), driftsMs);
    assertEquals(0, recorder.lateActions(LateAction.CATCH_UP), "no turn was asked for twice");
  }

  /** A scrape in the middle of it, after it has asked for another time. */
  @Test
  void aLateTurnWaitsForAtLeastTheTimeItAskedFor() {
    List<WaitingPeriods> scraped = new ArrayList<>();
    spawn(
        "npc",
        10 * MS,
        turn -> {
          clock.advance(turn.tick().index() == 0 ? 25 * MS : 0);
          turn.again(turn.tick().index() == 0 ? 10 * MS : 40 * MS);
          scraped.add(context.waitingPeriods());
        });
    stepUntilLogged(a, 3);

    assertEquals(
        List.of(WaitingPeriods.NONE, WaitingPeriods.of(1, 10 * MS), WaitingPeriods.NONE), scraped);
  }

  @Test
  void aTurnThatFailsComesAgainAfterTheSameTime() {
    LocklessTask task =
        spawn(
            "npc",
            10 * MS,
            turn -> {
              if (turn.tick().index() % 2 == 0) {
                throw new IllegalStateException("every other turn");
              }
              turn.again(10 * MS);
            });
    stepUntilLogged(a, 4);

    assertFalse(task.isStopped());
    assertEquals(startNs + 50 * MS, task.deadlineNs());
  }

  @Test
  void aTaskWithoutARateSaysSo() {
    List<String> said = new ArrayList<>();
    LocklessTask task =
        spawn(
            "npc",
            1,
            turn ->
                said.add(
                    assertThrows(IllegalStateException.class, () -> turn.tick().rate())
                        .getMessage()));
    assertThrows(UnsupportedOperationException.class, () -> task.rate(Rate.hz(1)));
    stepUntilLogged(a, 1);

    assertEquals(List.of("task npc schedules itself and has no rate; ask for periodNs()"), said);
    assertThrows(IllegalArgumentException.class, () -> Turn.check(0));
    assertThrows(IllegalArgumentException.class, () -> Turn.check(Turn.LONGEST_NS + 1));
  }

  @Test
  void allocatesNothingInSteadyState() {
    TaskContext quiet = new TaskContext(clock, recorder, (tick, failure) -> null);
    Consumer<String> ignored = hit -> {};
    Mailbox<String> mailbox = new Mailbox<>("t", 16);
    for (int i = 0; i < 100; i++) {
      add(
          new LocklessTask(
              quiet, "t", Rate.hz(20), TaskOptions.defaults(), t -> clock.advance(20_000)));
      add(
          new SelfScheduledTask(
              quiet,
              "t",
              30 * MS,
              turn -> {
                boolean unused = mailbox.offer("hit");
                turn.again(turn.tick().index() % 2 == 0 ? 50 * MS : 30 * MS);
              }));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    for (int i = 0; i < 400_000; i++) {
      a.step();
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 200_000; i++) {
      a.step();
      mailbox.drain(ignored);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 100_000, bytes + " bytes in 200,000 steps");
    assertTrue(mailbox.received() > 10_000, mailbox.received() + " received");
  }
}
