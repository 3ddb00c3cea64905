package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.StackSample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a late work computed longer than usual, by CPU times and by samples. */
class OwnCodeTest extends BudgetFixture {
  @Test
  void computingLongerThanUsualIsOwnCode() {
    normalTicks();
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    Budget budget = only();
    assertEquals(56 * MS, budget.ns(Cause.OWN_CODE));
    assertEquals(2 * MS, budget.ns(Cause.UNEXPLAINED));
    assertAddsUp(budget);
  }

  @Test
  void poolsSamplesOfLateTicksWhereNoCpuTimeWasRead() {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, -1));
    }
    for (int i = 0; i < 4; i++) {
      long due = i * (2 * PERIOD);
      timeline.add(tick("battle-1", 6 + i, due, 0, 42 * MS, true, 0, -1));
      timeline.add(new StackSample(due + 10 * MS, WORKER, List.of("a.Slow::sort", STEP), false));
      timeline.add(new StackSample(due + 20 * MS, WORKER, List.of("a.Slow::sort", STEP), false));
    }
    Budget budget = budgets().getFirst();
    assertEquals(18 * MS, budget.ns(Cause.OWN_CODE)); // 20 of 42 ms computed, 2 usual
    assertTrue(
        part(budget, Cause.OWN_CODE).evidence().getFirst().what().startsWith("a.Slow.sort"),
        budget.parts().toString());
    assertAddsUp(budget);
  }

  /** Of ten late ticks, so many have a sample in the method, and others one in the step alone. */
  private List<String> ownCodeOf(int late, String method, int others, int normal) {
    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    for (int i = 1; i <= 20; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, 2 * MS));
      if (i <= normal) {
        timeline.add(new StackSample(-i * PERIOD + MS, WORKER, List.of(STEP), false));
      }
    }
    for (int i = 0; i < 10; i++) {
      long due = i * 2 * PERIOD;
      timeline.add(tick("battle-1", 21 + i, due, 0, 60 * MS, true, 0, 58 * MS));
      if (i < late + others) {
        List<String> frames = i < late ? List.of(method, STEP) : List.of(STEP);
        timeline.add(new StackSample(due + 10 * MS, WORKER, frames, false));
      }
    }
    return budgets().stream()
        .flatMap(budget -> part(budget, Cause.OWN_CODE).evidence().stream())
        .map(Sighting::what)
        .toList();
  }

  /** That normal ticks have no sample says nothing of what they run. */
  @Test
  void withoutSamplesOfNormalTicksNothingIsComparedWithThem() {
    List<String> words = ownCodeOf(6, "a.Boss::step", 0, 0);
    assertEquals(10, words.size());
    for (String what : words) {
      assertEquals(
          "58.0 ms of CPU time; a.Boss.step is in 100 % of 6 samples of late ones;"
              + " too few samples of normal ones to compare",
          what);
    }
  }

  /** One sample of eight comes by chance. */
  @Test
  void aMethodIsNamedOnlyIfItStandsOut() {
    for (String what : ownCodeOf(1, "a.Boss::step", 7, 20)) {
      assertEquals("58.0 ms of CPU time", what);
    }
  }

  @Test
  void aMethodThatStandsOutIsNamedWithBothShares() {
    for (String what : ownCodeOf(6, "a.Boss::step", 2, 20)) {
      assertEquals(
          "58.0 ms of CPU time; a.Boss.step is in 75 % of 8 samples of late ones,"
              + " and in 0 % of normal ones",
          what);
    }
  }

  /** A rate is spread over all threads, so nobody knows how much time a sample stands for. */
  @Test
  void samplesThatAreLimitedToARateSayNothingOfTimes() {
    timeline.setting("jdk.CPUTimeSample", new EventSetting(true, 0, 0));
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, -1));
    }
    for (int i = 0; i < 4; i++) {
      long dueMs = 100L * i;
      timeline.add(tick("battle-1", 6 + i, dueMs * MS, 0, 42 * MS, true, 0, -1));
      sample(dueMs + 10, STEP);
      sample(dueMs + 20, STEP);
    }
    timeline.add(tick("battle-1", 10, 1_000 * MS, 100 * MS, 2 * MS, true, 0, -1));
    for (int i = 1; i < 9; i++) {
      sample(1_000 + 10L * i, "a.Other::run");
    }
    List<Budget> budgets = budgets();
    assertEquals(40 * MS, budgets.getFirst().ns(Cause.UNEXPLAINED), budgets::toString);
    assertTrue(budgets.getFirst().notRead().contains(Cause.OWN_CODE), budgets::toString);
    assertEquals(100 * MS, budgets.getLast().ns(Cause.UNEXPLAINED), budgets::toString);
    budgets.forEach(BudgetFixture::assertAddsUp);
    String why = timeline.build().coverage(Cause.OWN_CODE).why();
    assertTrue(why.startsWith("jdk.CPUTimeSample has no known period"), why);

    timeline.setting("jdk.CPUTimeSample", new EventSetting(true, 0, 10 * MS));
    assertTrue(budgets().getFirst().ns(Cause.OWN_CODE) > 17 * MS, "80 of 170 ms, 2 are usual");
    assertTrue(timeline.build().coverage(Cause.OWN_CODE).recorded());
  }
}
