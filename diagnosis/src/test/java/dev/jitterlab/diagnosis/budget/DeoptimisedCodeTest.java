package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.StackSample;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Optimised code was thrown away: which works that delays, and until when. */
class DeoptimisedCodeTest extends BudgetFixture {
  @Test
  void slowCodeIsWhatTakesLongerUntilItIsCompiledAgain() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            CodeThrownAway.UNKNOWN,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(new MethodCompilation(20 * MS, 35 * MS, STEP, 4, 12, false, "jdk.Compilation"));
    timeline.setting("jdk.Compilation", new EventSetting(true, 0, 0));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    Budget budget = only();
    assertEquals(30 * MS, budget.ns(Cause.DEOPTIMISED_CODE));
    assertEquals(26 * MS, budget.ns(Cause.OWN_CODE));
    assertTrue(
        part(budget, Cause.DEOPTIMISED_CODE)
            .evidence()
            .getFirst()
            .what()
            .startsWith(
                "game.rules.Battle.step, line 41 (unstable_if), compiled again after 30 ms"));
    assertAddsUp(budget);
  }

  /** A speculation failed in a method that the compiler had inlined into another one. */
  @Test
  void slowCodeEndsWhenTheMethodAroundItIsCompiledAgain() {
    normalTicks();
    thrownAwayInlined(12);
    timeline.add(compiled(-200, -190, "io.Loop::step", 12));
    timeline.add(compiled(10, 25, "io.Loop::step", 30));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    timeline.add(tick("battle-1", 7, 2 * PERIOD, 0, 60 * MS, true, 0, 58 * MS));
    List<Budget> budgets = budgets();
    assertEquals(20 * MS, budgets.getFirst().ns(Cause.DEOPTIMISED_CODE));
    assertEquals(0, budgets.getLast().ns(Cause.DEOPTIMISED_CODE), "it is compiled again");
    assertEquals(56 * MS, budgets.getLast().ns(Cause.OWN_CODE));
    String what = part(budgets.getFirst(), Cause.DEOPTIMISED_CODE).evidence().getFirst().what();
    assertEquals(
        "game.rules.Battle.step, line 41 (unstable_if), inlined in io.Loop.step,"
            + " compiled again after 20 ms",
        what);
  }

  /** The compilation was before the recording began: what was thrown away is not known. */
  @Test
  void slowCodeOfAnUnknownCompilationDoesNotLastForever() {
    normalTicks();
    thrownAwayInlined(12);
    timeline.add(compiled(10, 25, "io.Other::step", 30));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    timeline.add(tick("battle-1", 7, 2000 * MS, 0, 60 * MS, true, 0, 58 * MS));
    List<Budget> budgets = budgets();
    assertEquals(55 * MS, budgets.getFirst().ns(Cause.DEOPTIMISED_CODE));
    assertEquals(0, budgets.getLast().ns(Cause.DEOPTIMISED_CODE));
  }

  /** Nothing shows what a virtual thread waits for, and it was seen to run once in 120 ms. */
  @Test
  void slowCodeOfAVirtualThreadTakesNoLongerThanSamplesShow() {
    normalTicks();
    timeline.virtualThread(WORKER);
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            12,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(tick("battle-1", 6, 10 * MS, 0, 122 * MS, true, -1, -1));
    Budget unsampled = only();
    assertEquals(120 * MS, unsampled.ns(Cause.UNEXPLAINED));
    assertTrue(unsampled.notRead().contains(Cause.DEOPTIMISED_CODE), unsampled::toString);

    timeline.setting("jdk.ExecutionSample", new EventSetting(true, 0, 10 * MS));
    timeline.add(new StackSample(50 * MS, WORKER, List.of(STEP), false));
    Budget sampled = only();
    assertEquals(18 * MS, sampled.ns(Cause.DEOPTIMISED_CODE), "two periods, less the usual 2 ms");
    assertEquals(102 * MS, sampled.ns(Cause.UNEXPLAINED));
  }

  /** The first was late for another reason, which is not blamed for what follows. */
  @Test
  void slowCodeOfManyTicksIsTheCauseOfThoseBehindThem() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            12,
            CodeThrownAway.UNKNOWN,
            ""));
    stop(Cause.GC_PAUSE, 0, 10);
    for (int i = 0; i < 10; i++) {
      timeline.add(tick("battle-" + i, 6, 0, (10 + 22 * i) * MS, 22 * MS, true, 0, 22 * MS));
    }
    Budget last = budgets().getLast();
    assertEquals(228 * MS, last.latenessNs());
    assertTrue(last.ns(Cause.GC_PAUSE) <= 13 * MS, last::toString);
    assertTrue(last.ns(Cause.DEOPTIMISED_CODE) >= 200 * MS, last::toString);
    assertTrue(last.ns(Cause.PREDECESSOR) <= 18 * MS, "nine ticks of 2 ms: " + last);
    assertAddsUp(last);
  }

  private void thrownAwayInlined(int compilation) {
    timeline.setting("jdk.Compilation", new EventSetting(true, 0, 0));
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            WORKER,
            STEP,
            41,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            compilation,
            CodeThrownAway.UNKNOWN,
            ""));
  }

  private static MethodCompilation compiled(long fromMs, long toMs, String method, int id) {
    return new MethodCompilation(fromMs * MS, toMs * MS, method, 4, id, false, "jdk.Compilation");
  }

  @Test
  void codeThatOtherThreadsRunIsNoCause() {
    normalTicks();
    timeline.add(
        new CodeThrownAway(
            5 * MS,
            99,
            "io.Net::poll",
            1,
            "unstable_if",
            "reinterpret",
            "jdk.Deoptimization",
            CodeThrownAway.UNKNOWN,
            CodeThrownAway.UNKNOWN,
            ""));
    timeline.add(tick("battle-1", 6, 0, 0, 60 * MS, true, 0, 58 * MS));
    assertEquals(0, only().ns(Cause.DEOPTIMISED_CODE));
  }
}
