package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.statistics.GroupStatistic;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import org.junit.jupiter.api.Test;

/** Gates on figures of which an instance is zero, so that the instances decide. */
class GateTest {
  private static final GroupChange CHANGE =
      new GroupChange("run", "group", "m", 1.0, 1.0, null, null, null, null, null, null, null);

  private static String state(String gate, GroupStatistic run, GroupStatistic baseline) {
    return Gate.parse(gate).judge(CHANGE, RatioBootstrap.independent(run, baseline, 1), 1).state();
  }

  /** That they differ from the baseline says nothing of the limit. */
  @Test
  void instancesNearTheLimitDecideNothing() {
    assertEquals(
        "undecided", state("m<=1.5", new Mean(1.5, 1.5, 1.6, 1.4, 1.6), new Mean(0, 1, 1, 1, 1)));
    assertEquals(
        "undecided",
        state("m<=0.45", new Mean(0, 0.5, 0.6, 0.5, 0.4), new Mean(1, 1, 1.1, 0.9, 1)));
    assertEquals(
        "undecided", state("m>=2", new Mean(2.1, 2, 2.2, 2, 1.9), new Mean(0, 1, 1, 1, 1)));
  }

  @Test
  void instancesFarFromTheLimitDecide() {
    assertEquals("failed", state("m<=1.5", new Mean(9, 9, 9.5, 9, 8.5), new Mean(0, 1, 1, 1, 1)));
    assertEquals(
        "passed", state("m<=3", new Mean(0, 0.5, 0.6, 0.5, 0.4), new Mean(1, 1, 1.1, 0.9, 1)));
    assertEquals(
        "failed", state("m>=0.9", new Mean(0, 0.5, 0.6, 0.5, 0.4), new Mean(5, 5, 5.5, 5, 5)));
    assertEquals("failed", state("m<=9", new Mean(3, 3, 3.1, 3, 3), new Mean(0, 0, 0, 0, 0)));
  }

  @Test
  void whatIsAlikeEverywhereIsKnownForCertain() {
    assertEquals("passed", state("m<=1", new Mean(5, 5, 5, 5, 5), new Mean(5, 5, 5, 5, 5)));
    assertEquals("passed", state("m<=3", new Mean(2, 2, 2, 2, 2), new Mean(1, 1, 1, 1, 1)));
    assertEquals("failed", state("m<=1.5", new Mean(2, 2, 2, 2, 2), new Mean(1, 1, 1, 1, 1)));
  }
}
