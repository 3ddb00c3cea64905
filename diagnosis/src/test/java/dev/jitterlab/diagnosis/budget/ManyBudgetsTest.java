package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server under overload: what is done for speed changes no figure. */
class ManyBudgetsTest {
  private static final long SEED = 20261123;
  private static final int THREADS = 6;
  private static final int WORKS = 24_000;
  private static JvmTimeline timeline;

  /**
   * Each thread has two tasks of its own; one more task goes from the first thread to the second
   * and back, and one has no known thread. A hundred works are very late at the same time.
   */
  @BeforeAll
  static void overload() {
    Random random = new Random(SEED);
    TimelineBuilder builder = new TimelineBuilder();
    long[] now = new long[THREADS];
    for (int i = 0; i < WORKS; i++) {
      int thread = random.nextInt(THREADS);
      String task = "battle-" + thread + "-" + random.nextInt(2);
      if (thread < 2 && random.nextInt(5) == 0) {
        task = "wanders";
      }
      long number = thread + 1L;
      if (random.nextInt(50) == 0) {
        task = thread == 0 ? "wanders" : "nowhere";
        number = JvmTimeline.ALL_THREADS;
      }
      long start = now[thread] + random.nextInt(3_000);
      long end = start + random.nextInt(20_000);
      boolean isBurst = i >= 5_000 && i < 5_100;
      long waited = isBurst ? 50_000_000L + random.nextInt(1_000) : random.nextInt(150_000);
      now[thread] = end;
      builder.add(
          new TimedWork(
              TimedWork.Kind.TICK,
              task,
              i,
              number,
              start - waited,
              start,
              end,
              isBurst || random.nextInt(3) == 0,
              random.nextInt(2_000) - 1,
              random.nextInt(9_000) - 1,
              random.nextInt(2_000) - 1,
              TimedWork.Total.UNKNOWN,
              0));
      if (random.nextInt(20) == 0) {
        boolean all = random.nextBoolean();
        Cause cause = all ? Cause.GC_PAUSE : Cause.LOCK_WAIT;
        builder.add(
            new Stretch(
                cause,
                start,
                start + random.nextInt(30_000),
                all ? JvmTimeline.ALL_THREADS : number,
                "event",
                cause.id() + i));
      }
    }
    timeline = builder.build();
  }

  private static List<Budget> budgets(int mostShown, int threads) {
    return new Budgets(timeline, OptionalLong.empty(), _ -> false, List.of(), mostShown)
        .all(threads);
  }

  @Test
  void severalThreadsFindWhatOneDoes() {
    assertEquals(6, new WorkGroups(timeline.works(), 8).count());
    List<Budget> one = budgets(Integer.MAX_VALUE, 1);
    assertTrue(one.size() > 5_000, one.size() + " late");
    for (int threads : new int[] {2, 3, 8}) {
      assertEquals(one, budgets(Integer.MAX_VALUE, threads));
    }
  }

  @Test
  void worksThatHaveToDoWithOneAnotherAreInOneGroup() {
    WorkGroups groups = new WorkGroups(timeline.works(), 8);
    Set<Integer> different = new HashSet<>();
    for (int thread = 1; thread < THREADS; thread++) {
      int first = groups.of(task("battle-" + thread + "-0"));
      assertEquals(first, groups.of(task("battle-" + thread + "-1")));
      different.add(first);
    }
    assertEquals(THREADS - 1, different.size());
    assertEquals(groups.of(task("battle-0-0")), groups.of(task("battle-1-0")));
    assertEquals(groups.of(task("battle-0-0")), groups.of(task("wanders")));
  }

  private static int task(String name) {
    return timeline.works().tasks().indexOf(name);
  }

  @Test
  void whatIsNotShownLosesOnlyWhatTheWorkItselfShows() {
    int shown = 40;
    List<Budget> all = budgets(Integer.MAX_VALUE, 1);
    List<Budget> some = budgets(shown, 2);
    assertEquals(all.size(), some.size());
    long[] latenesses = all.stream().mapToLong(Budget::latenessNs).sorted().toArray();
    long least = latenesses[latenesses.length - shown];
    List<Budget> apart = new ArrayList<>();
    for (int at : apart(all)) {
      apart.add(all.get(at));
    }
    assertTrue(apart.stream().anyMatch(one -> one.latenessNs() < least), "lanes of others");
    int counted = 0;
    for (int i = 0; i < all.size(); i++) {
      Budget whole = all.get(i);
      boolean kept = whole.latenessNs() >= least || apart.contains(whole);
      assertEquals(kept ? whole : whole.counted(), some.get(i));
      counted += whole.equals(some.get(i)) ? 0 : 1;
    }
    assertTrue(counted > 5_000, counted + " are only counted");
  }

  private static int[] apart(List<Budget> all) {
    return LatestWorks.apart(
        all.stream().mapToLong(Budget::latenessNs).toArray(),
        all.stream().mapToLong(one -> one.work().fromNs()).toArray(),
        all.stream().mapToLong(one -> one.work().endNs()).toArray(),
        LatestWorks.LANES_OF_A_SERVER);
  }

  @Test
  void onlyWhatWasMeasuredCounts() {
    List<MeasuredSpan> measured =
        List.of(new MeasuredSpan(1_000_000, 2_000_000), new MeasuredSpan(9_000_000, 9_500_000));
    List<Budget> counted =
        new Budgets(timeline, OptionalLong.empty(), _ -> false, measured, Integer.MAX_VALUE).all(2);
    List<Budget> expected =
        budgets(Integer.MAX_VALUE, 1).stream()
            .filter(
                one ->
                    measured.stream()
                        .anyMatch(span -> span.meets(one.work().fromNs(), one.work().endNs())))
            .toList();
    assertTrue(expected.size() > 100, expected.size() + " count");
    assertEquals(expected, counted);
  }

  @Test
  void whatPatternsAskForStays() {
    Budget budget =
        budgets(Integer.MAX_VALUE, 1).stream()
            .filter(one -> one.ns(Cause.GC_PAUSE) > 0 && one.ns(Cause.OWN_CODE) > 0)
            .findFirst()
            .orElseThrow();
    Budget counted = budget.counted();
    assertNotEquals(budget, counted);
    for (int i = 0; i < counted.parts().size(); i++) {
      BudgetPart before = budget.parts().get(i);
      BudgetPart part = counted.parts().get(i);
      assertEquals(before.cause(), part.cause());
      assertEquals(before.ns(), part.ns());
      assertEquals(
          BudgetPart.isOfTheWork(part.cause()) ? List.of() : before.evidence(), part.evidence());
    }
  }

  @Test
  void theLatestOfWorksThatOverlapIsOne() {
    long[] lateness = {5, 9, 9, 7, 6};
    long[] from = {0, 10, 12, 18, 30};
    long[] end = {5, 20, 20, 25, 31};
    assertEquals(
        List.of(1, 4, 0),
        Arrays.stream(LatestWorks.apart(lateness, from, end, 3)).boxed().toList());
    assertEquals(0, LatestWorks.apart(new long[0], new long[0], new long[0], 3).length);
  }
}
