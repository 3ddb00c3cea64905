package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ticks of 10 ms. */
class LateTickCountsTest {
  private static final long MS = 1_000_000;
  private static final long PERIOD = 10 * MS;

  private final LateTickCounts counts = new LateTickCounts();

  /** A tick that ends so long after the one before it; what the causes leave is unexplained. */
  private void tick(double totalMs, double latenessMs, Map<Cause, Double> partsMs) {
    add(new TimedWork.Total((long) (totalMs * MS), PERIOD), latenessMs, partsMs);
  }

  private void add(TimedWork.Total total, double latenessMs, Map<Cause, Double> partsMs) {
    long latenessNs = (long) (latenessMs * MS);
    TimedWork work =
        new TimedWork(
            TimedWork.Kind.TICK,
            "battle-1",
            1,
            JvmTimeline.ALL_THREADS,
            0,
            0,
            latenessNs,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            total,
            0);
    List<BudgetPart> parts = new ArrayList<>();
    long rest = latenessNs;
    for (Map.Entry<Cause, Double> one : partsMs.entrySet()) {
      long ns = (long) (one.getValue() * MS);
      rest -= ns;
      parts.add(new BudgetPart(one.getKey(), ns, ns, ns, List.of()));
    }
    parts.add(new BudgetPart(Cause.UNEXPLAINED, rest, rest, rest, List.of()));
    counts.add(new Budget(work, 0, latenessNs, parts, Set.of()));
  }

  private void assertLate(String threshold, int ticks, Map<String, Integer> explainedBy) {
    assertEquals(new Causes.LateTicks(ticks, explainedBy), counts.counts().get(threshold));
  }

  /** A pause of 25 ms and a wait of 8 ms: without the pause, 1.8 periods are left. */
  @Test
  void aCauseExplainsATickThatWouldNotBeAboveTheThresholdWithoutIt() {
    tick(43, 33, Map.of(Cause.GC_PAUSE, 25.0, Cause.RUN_QUEUE, 8.0));
    assertEquals(List.of("1.1", "1.4", "2", "4"), List.copyOf(counts.counts().keySet()));
    assertLate("1.1", 1, Map.of());
    assertLate("1.4", 1, Map.of());
    assertLate("2", 1, Map.of("gc_pause", 1));
    assertLate("4", 1, Map.of("gc_pause", 1, "run_queue", 1));
  }

  @Test
  void aThresholdIsExceededAndNotReached() {
    tick(14, 4, Map.of(Cause.SLEEP, 3.0));
    tick(14.1, 4.1, Map.of(Cause.SLEEP, 3.1));
    assertLate("1.1", 2, Map.of("sleep", 2));
    assertLate("1.4", 1, Map.of("sleep", 1));
    assertLate("2", 0, Map.of());
  }

  /** It is late by 500 ms since a pause long ago, and 2 ms behind the tick before it. */
  @Test
  void whatMadeEarlierTicksLateDoesNotExplainWhatThisOneAdded() {
    tick(12, 500, Map.of(Cause.GC_PAUSE, 200.0, Cause.OWN_CODE, 300.0));
    assertLate("1.1", 1, Map.of("own_code", 1));
    tick(14, 500, Map.of(Cause.GC_PAUSE, 200.0, Cause.OWN_CODE, 300.0));
    assertLate("1.1", 2, Map.of("own_code", 1));
  }

  @Test
  void aTickThatIsLateByItsTotalAloneIsExplainedByNothing() {
    tick(15, 0, Map.of());
    assertLate("1.1", 1, Map.of());
  }

  @Test
  void withoutTotalsThereAreNoCounts() {
    assertNull(counts.counts());
    add(TimedWork.Total.UNKNOWN, 30, Map.of(Cause.GC_PAUSE, 30.0));
    add(new TimedWork.Total(30 * MS, 0), 30, Map.of(Cause.GC_PAUSE, 30.0));
    assertNull(counts.counts());
  }
}
