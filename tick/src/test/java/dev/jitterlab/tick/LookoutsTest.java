package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** When a worker that waits looks what is overdue at others, and who wakes it. */
class LookoutsTest extends PartitionWorkerFixture {
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

  /** For a worker with this task alone. */
  private static void isDueAt(OwnedTask task, long dueNs) {
    task.moveTo(dueNs);
    task.owner().tasks().put(task);
    task.owner().tasks().earliestNs(dueNs);
  }

  private static List<Long> boxed(long[] values) {
    return Arrays.stream(values).boxed().collect(Collectors.toList());
  }
}
