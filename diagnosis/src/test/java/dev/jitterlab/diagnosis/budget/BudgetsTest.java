package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How late a work is, and that the parts of its budget add up to that. */
class BudgetsTest extends BudgetFixture {
  @Test
  void lateFromWhenItWasDueLessWhatItTypicallyTakes() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 10 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(10 * MS, budget.latenessNs());
    assertEquals(2 * MS, budget.typicalNs());
    assertEquals(10 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  @Test
  void givesOverlapsToTheFirstInTheOrderAndSaysWhatOthersWouldGive() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 0, 42 * MS, true, 0, 2 * MS));
    stop(Cause.TIME_TO_SAFEPOINT, 5, 10);
    stop(Cause.GC_PAUSE, 10, 20);
    stretch(Cause.LOCK_WAIT, WORKER, 15, 41);
    Budget budget = only();

    assertEquals(40 * MS, budget.latenessNs());
    assertEquals(10 * MS, budget.ns(Cause.GC_PAUSE));
    assertEquals(5 * MS, budget.ns(Cause.TIME_TO_SAFEPOINT));
    assertEquals(21 * MS, budget.ns(Cause.LOCK_WAIT));
    assertEquals(4 * MS, budget.ns(Cause.UNEXPLAINED));
    BudgetPart lock = part(budget, Cause.LOCK_WAIT);
    assertEquals(21 * MS, lock.leastNs());
    assertEquals(26 * MS, lock.mostNs());
    assertEquals(5 * MS, part(budget, Cause.GC_PAUSE).leastNs());
    assertAddsUp(budget);
  }

  /** The operation around it is longer, and says less. */
  @Test
  void aCollectionsOwnEventComesBeforeTheOperationAroundIt() {
    normalTicks();
    for (int i = 0; i < 3; i++) {
      pause("jdk.ExecuteVMOperation", "G1CollectFull", 10 * i, 10 * i + 9);
    }
    pause("jdk.GCPhasePause", "G1Full", 11, 18);
    pause("jdk.GCPhasePause", "G1New", 1, 2);
    timeline.add(tick("battle-1", 6, 0, 0, 40 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(
        List.of("G1Full", "G1New", "G1CollectFull"),
        budget.first().evidence().stream().map(Sighting::what).toList());
    assertAddsUp(budget);
  }

  private void pause(String event, String what, double fromMs, double toMs) {
    timeline.add(
        new Stretch(
            Cause.GC_PAUSE,
            (long) (fromMs * MS),
            (long) (toMs * MS),
            JvmTimeline.ALL_THREADS,
            event,
            what));
  }

  /** Random stretches over random ticks: what a budget says always adds up. */
  @Test
  void alwaysAddsUp() {
    Random random = new Random(42);
    normalTicks();
    long at = 0;
    for (int i = 0; i < 500; i++) {
      long drift = random.nextLong(30 * MS) - MS;
      long execution = random.nextLong(40 * MS);
      timeline.add(
          tick(
              "battle-" + random.nextInt(3),
              i,
              at,
              drift,
              execution,
              random.nextInt(3) > 0,
              random.nextInt(4) == 0 ? -1 : random.nextLong(20 * MS),
              random.nextInt(4) == 0 ? -1 : random.nextLong(20 * MS)));
      Cause[] causes = Cause.values();
      long from = at + random.nextLong(40 * MS) - 20 * MS;
      Cause cause = causes[random.nextInt(Cause.PARK.rank())];
      timeline.add(
          new Stretch(
              cause,
              from,
              from + random.nextLong(30 * MS),
              cause.compareTo(Cause.GC_STALL) < 0 ? JvmTimeline.ALL_THREADS : WORKER,
              "event",
              "x"));
      double fromMs = i * 40.0;
      reading(
          fromMs,
          fromMs + 40,
          random.nextInt(30),
          random.nextInt(30),
          10 * random.nextInt(2),
          random.nextInt(80),
          random.nextInt(40),
          random.nextInt(2),
          random.nextInt(40));
      at += random.nextLong(60 * MS);
    }
    List<Budget> budgets = budgets();
    assertFalse(budgets.isEmpty());
    budgets.forEach(BudgetFixture::assertAddsUp);
  }
}
