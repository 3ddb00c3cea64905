package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.periodic.StartPlan.Mode;
import dev.jitterlab.periodic.StartPlan.Start;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StartPlanTest {
  private static List<Long> times(Mode mode, long seed) {
    return StartPlan.of(TaskGroup.parse("100@20,3@1000"), mode, seed).stream()
        .map(Start::afterNs)
        .collect(Collectors.toList());
  }

  @Test
  void spreadsStartsOverTheFirstPeriodOfEachTask() {
    List<Start> starts = StartPlan.of(TaskGroup.parse("100@20,3@1000"), Mode.SPREAD, 1);

    assertEquals(103, starts.size());
    long beforeNs = 0;
    for (Start start : starts) {
      assertTrue(start.afterNs() >= beforeNs, "in the order of their times");
      assertTrue(start.afterNs() < start.rate().periodNs(), start.name());
      beforeNs = start.afterNs();
    }
    assertTrue(beforeNs > 25_000_000, "the last of a hundred starts in the period's second half");
  }

  @Test
  void startsAllTasksAtOnceWhenAskedTo() {
    assertTrue(times(Mode.TOGETHER, 1).stream().allMatch(afterNs -> afterNs == 0));
  }

  @Test
  void repeatsThePlanOfASeed() {
    assertEquals(times(Mode.SPREAD, 7), times(Mode.SPREAD, 7));
    assertNotEquals(times(Mode.SPREAD, 7), times(Mode.SPREAD, 8));
  }
}
