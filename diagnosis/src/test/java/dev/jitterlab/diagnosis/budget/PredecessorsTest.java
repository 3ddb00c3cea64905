package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A work waits for the one before it, and has the causes that made that one late. */
class PredecessorsTest extends BudgetFixture {
  @Test
  void aWaitOfTheTickBeforeIsACauseOfTheNext() {
    normalTicks();
    stretch(Cause.LOCK_WAIT, WORKER, -8, 30);
    timeline.add(tick("battle-2", 1, -10 * MS, 0, 41 * MS, false, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 31 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    long lock = budget.ns(Cause.LOCK_WAIT); // and most of what the tick then still had to do
    assertTrue(lock >= 30 * MS && lock <= 31 * MS, Long.toString(lock));
    assertAddsUp(budget);
  }

  /** The pause was over when the second was due, and yet it is what made it late. */
  @Test
  void followsTheDriftThatATickBeforeHandsOnToItsCause() {
    normalTicks();
    stop(Cause.GC_PAUSE, -30, -1);
    timeline.add(tick("battle-2", 1, -30 * MS, 29 * MS, 2 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-3", 1, -29 * MS, 30 * MS, 20 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 21 * MS, 2 * MS, true, 0, 2 * MS));
    Budget last = budgets().getLast();
    assertEquals(21 * MS, last.latenessNs());
    assertTrue(last.ns(Cause.GC_PAUSE) > 10 * MS, last.parts().toString());
    assertEquals("GC_PAUSE", part(last, Cause.GC_PAUSE).evidence().getFirst().what());
    assertAddsUp(last);
  }

  /** It is in the window of the tick, and what the tick before hands on. */
  @Test
  void aPauseThatMadeTheTickBeforeLateTooIsShownOnce() {
    normalTicks();
    stop(Cause.GC_PAUSE, -5, 15);
    timeline.add(tick("battle-2", 1, -5 * MS, 20 * MS, 8 * MS, true, 0, 2 * MS));
    timeline.add(tick("battle-1", 6, 0, 23 * MS, 2 * MS, true, 0, 2 * MS));
    Budget last = budgets().getLast();
    assertTrue(last.ns(Cause.GC_PAUSE) > 15 * MS, "some of it was handed on");
    assertEquals(1, part(last, Cause.GC_PAUSE).evidence().size());
    assertAddsUp(last);
  }

  @Test
  void workThatIsOnTimeOnTheSameThreadIsAPredecessor() {
    normalTicks();
    timeline.add(tick("boss-1", 1, -1 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("boss-1", 2, -500 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("boss-1", 3, -600 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(20 * MS, budget.ns(Cause.PREDECESSOR));
    assertAddsUp(budget);
  }

  private static TimedWork on(
      long thread, TimedWork.Kind kind, long index, long dueMs, long startMs, long endMs) {
    return new TimedWork(
        kind,
        "/pay",
        index,
        thread,
        dueMs * MS,
        startMs * MS,
        endMs * MS,
        true,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.NOT_READ,
        TimedWork.Total.UNKNOWN,
        0);
  }

  /** Requests of one target run side by side: an earlier one on another thread delays none. */
  @Test
  void aRequestDoesNotWaitForAnEarlierOneOnAnotherThread() {
    timeline.add(on(WORKER + 1, TimedWork.Kind.REQUEST, 1, 0, 0, 100));
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(2, last.work().index());
    assertEquals(0, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertEquals(last.latenessNs(), last.ns(Cause.UNEXPLAINED), last.parts().toString());
    assertAddsUp(last);
  }

  /** One thread may do a request after the other; then the second waits for the first. */
  @Test
  void aRequestWaitsForAnEarlierOneOnItsThread() {
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 1, 0, 0, 60));
    timeline.add(on(WORKER, TimedWork.Kind.REQUEST, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertAddsUp(last);
  }

  /** A task runs one tick at a time, whichever thread does it. */
  @Test
  void aTickWaitsForTheOneBeforeItOnAnotherThread() {
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 1, 0, 0, 60));
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 2, 10, 60, 170));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.PREDECESSOR), last.parts().toString());
    assertAddsUp(last);
  }

  /** What its own thread did meanwhile was on time, and is not what the tick waited for. */
  @Test
  void aTickWaitsForTheOneBeforeItAlsoWhereItsOwnThreadDidOthersMeanwhile() {
    normalTicks();
    stretch(Cause.IO, WORKER + 1, 1, 99);
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 6, 0, 0, 100));
    for (int i = 1; i <= 4; i++) {
      timeline.add(tick("battle-2", i, 20L * i * MS, 0, 3 * MS, false, 0, 3 * MS));
    }
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 7, 10, 100, 102));
    Budget last = budgets().getLast();
    assertEquals(7, last.work().index());
    assertTrue(last.ns(Cause.IO) >= 85 * MS, last.parts().toString());
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 5 * MS, last.parts().toString());
    assertAddsUp(last);
  }

  @Test
  void aTickWaitsForItsOwnThreadWhenTheOneBeforeItIsDone() {
    normalTicks();
    stretch(Cause.IO, WORKER + 1, 1, 59);
    timeline.add(on(WORKER + 1, TimedWork.Kind.TICK, 6, 0, 0, 60));
    timeline.add(tick("boss-1", 1, 60 * MS, 0, 40 * MS, false, 0, 40 * MS));
    timeline.add(on(WORKER, TimedWork.Kind.TICK, 7, 10, 100, 102));
    Budget last = budgets().getLast();
    assertEquals(50 * MS, last.ns(Cause.IO), last.parts().toString());
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 5 * MS, last.parts().toString());
    assertAddsUp(last);
  }

  /** Of two before it, one was on time and one had waited behind another itself. */
  @Test
  void worksBeforeItMayBeOnTimeOrHaveWaitedThemselves() {
    normalTicks();
    for (int i = 1; i <= 4; i++) {
      timeline.add(tick("boss-1", i, -500L * i * MS, 0, 21 * MS, false, 0, 21 * MS));
    }
    timeline.add(tick("boss-1", 5, -60 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-2", 1, -59 * MS, 20 * MS, 30 * MS, true, 0, 2 * MS));
    timeline.add(tick("boss-1", 6, -9 * MS, 0, 21 * MS, false, 0, 21 * MS));
    timeline.add(tick("battle-1", 6, -20 * MS, 32 * MS, 2 * MS, true, 0, 2 * MS));
    List<Budget> budgets = budgets();
    assertEquals(2, budgets.size());
    budgets.forEach(BudgetFixture::assertAddsUp);
  }

  @Test
  void longBacklogsCostNoMoreThanShortOnes() {
    normalTicks();
    for (int i = 0; i < 3_000; i++) {
      timeline.add(tick("battle-2", i, i * MS / 2, i * MS / 2, MS, true, 0, MS));
    }
    List<Budget> budgets = budgets();
    Budget last = budgets.getLast();
    assertTrue(last.ns(Cause.PREDECESSOR) > 0.9 * last.latenessNs(), last.parts().toString());
    budgets.forEach(BudgetFixture::assertAddsUp);
  }

  /** Ten milliseconds nobody knows of, and then more work than time: the drift is the work's. */
  @Test
  void whatBeganADriftIsNotBlamedForItsGrowth() {
    normalTicks();
    timeline.setting("jitterlab.Tick", new EventSetting(true, 0, 0));
    long free = 10 * MS; // the thread starts so much later, and nothing says why
    for (int i = 0; i < 40; i++) {
      for (int battle = 0; battle < 30; battle++) { // 60 ms of work in 50 ms
        long due = i * PERIOD;
        long start = Math.max(due, free);
        free = start + 2 * MS;
        timeline.add(tick("battle-" + battle, i, due, start - due, 2 * MS, start > due, 0, 2 * MS));
      }
    }
    Budget last = budgets().getLast();
    assertEquals(10.0 * 40 + 8, last.latenessNs() / (double) MS - 60, 10.0);
    assertTrue(last.ns(Cause.UNEXPLAINED) <= 10 * MS, last.parts().toString());
    assertEquals(Cause.PREDECESSOR, last.first().cause());
    assertAddsUp(last);
  }

  /** The tick before it was recorded, so its samples show no more work. Nor does one in a pause. */
  @Test
  void samplesOfARecordedTickDoNotCountOnceMore() {
    normalTicks();
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 3; i++) {
      timeline.add(tick("boss-1", i, (i - 3) * 500L * MS, 0, 60 * MS, false, 0, 60 * MS));
    }
    stop(Cause.GC_PAUSE, 60, 62);
    for (int ms = 5; ms < 60; ms += 10) {
      sample(ms, "a.Boss::step");
    }
    sample(61, "a.Boss::step");
    timeline.add(tick("battle-1", 6, 0, 100 * MS, 2 * MS, true, 0, 2 * MS));
    Budget budget = only();
    assertEquals(60 * MS, budget.ns(Cause.PREDECESSOR), budget.parts().toString());
    assertEquals(38 * MS, budget.ns(Cause.UNEXPLAINED), budget.parts().toString());
    assertAddsUp(budget);

    sample(65, "a.Short::step");
    sample(75, "a.Short::step");
    Budget more = only();
    assertEquals(80 * MS, more.ns(Cause.PREDECESSOR), more.parts().toString());
    assertTrue(
        part(more, Cause.PREDECESSOR).evidence().stream()
            .anyMatch(
                one ->
                    one.what().equals("in 2 samples the thread ran other code, last a.Short.step")),
        more.parts().toString());
    assertAddsUp(more);
  }
}
