package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkLaneTest {
  private static final long SEED = 20261122;

  @Test
  void theSumOfTheWindowIsWhatEachWorkCarriesOver() {
    Random random = new Random(SEED);
    int compared = 0;
    for (int lanes = 0; lanes < 40; lanes++) {
      TimedWorks works = new TimedWorks();
      WorkLane lane = new WorkLane(works);
      long now = 0;
      for (int i = 0; i < 300; i++) {
        now += random.nextInt(3) == 0 ? random.nextInt(50) : 0;
        TimedWork work = work(i, now, now + random.nextInt(40));
        add(lane, works, work, random.nextInt(4) == 0 ? null : budget(work, random));
        now = work.endNs();
        FreeTime free = free(random, now);
        int furthest = Math.max(0, lane.size() - WorkLane.FURTHEST_BACK);
        CarriedOver each = lane.oneByOne(free, furthest);
        CarriedOver summed = lane.summed(free, furthest);
        if (summed == null) {
          continue; // what has most of a cause took nothing: rare
        }
        compared++;
        assertEquals(each.lookedNs(), summed.lookedNs(), "lane " + lanes + ", work " + i);
        for (Cause cause : Cause.values()) {
          String where = cause + " of lane " + lanes + ", work " + i;
          assertEquals(each.ns(cause), summed.ns(cause), where);
          assertEquals(index(each.by(cause)), index(summed.by(cause)), where);
        }
      }
    }
    assertTrue(compared > 6_000, compared + " of 12,000 compared");
  }

  /** A tick may serve a request within it. */
  @Test
  void aThreadIsAtWorkAlsoBehindAWorkWithinAnother() {
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    add(lane, works, work(0, 0, 100), null);
    add(lane, works, work(1, 10, 12), null);
    assertTrue(lane.isAtWork(50));
    assertFalse(lane.isAtWork(100));
    add(lane, works, work(2, 120, 130), null);
    assertFalse(lane.isAtWork(110));
    assertTrue(lane.isAtWork(125));
  }

  /** Most works are on time: nobody asks what they carry over. */
  @Test
  void theSumIsRightAlsoWhereNobodyAskedForLong() {
    Random random = new Random(SEED);
    int compared = 0;
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(3) == 0 ? random.nextInt(50) : 0;
      TimedWork work = work(i, now, now + random.nextInt(40));
      add(lane, works, work, random.nextInt(4) == 0 ? null : budget(work, random));
      now = work.endNs();
      if (random.nextInt(500) == 0) {
        FreeTime free = free(random, now);
        CarriedOver each = lane.oneByOne(free, lane.size() - WorkLane.FURTHEST_BACK);
        CarriedOver summed = lane.summed(free, lane.size() - WorkLane.FURTHEST_BACK);
        if (summed != null) {
          compared++;
          for (Cause cause : Cause.values()) {
            assertEquals(each.ns(cause), summed.ns(cause), cause + " of work " + i);
            assertEquals(index(each.by(cause)), index(summed.by(cause)), cause + " of work " + i);
          }
        }
      }
    }
    assertTrue(compared > 20, compared + " compared");
  }

  /** Two threads of one number, as in a recording of several JVMs, have works that overlap. */
  @Test
  void worksThatOverlapAreLookedAtOneByOne() {
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    TimedWork first = work(0, 0, 100);
    TimedWork second = work(1, 50, 80);
    add(lane, works, first, budget(first, Cause.GC_PAUSE, 60));
    add(lane, works, second, budget(second, Cause.IO, 20));
    FreeTime free = new FreeTime();
    free.add(0, 120);
    CarriedOver carried = lane.carried(free);
    assertEquals(60, carried.ns(Cause.GC_PAUSE));
    assertEquals(20, carried.ns(Cause.IO));
    assertEquals(40 + 10, carried.ns(Cause.PREDECESSOR));
    assertEquals(130, carried.lookedNs());
  }

  /** A request that a tick serves within it ends before the tick, which took of the free time. */
  @Test
  void aWorkThatEndsWithinAnotherDoesNotEndTheLookBack() {
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    TimedWork first = work(0, 0, 100);
    TimedWork second = work(1, 50, 80);
    add(lane, works, first, budget(first, Cause.PREDECESSOR, 60));
    add(lane, works, second, budget(second, Cause.PREDECESSOR, 20));
    FreeTime free = new FreeTime();
    free.add(90, 120);
    assertEquals(10, lane.carried(free).lookedNs());
    free.clear();
    free.add(100, 120);
    assertEquals(0, lane.carried(free).lookedNs(), "both had ended");
  }

  @Test
  void aThreadIsAtWorkFromTheStartOfAWorkToItsEnd() {
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    assertFalse(lane.isAtWork(10));
    add(lane, works, work(0, 10, 20), null);
    add(lane, works, work(1, 30, 40), null);
    assertFalse(lane.isAtWork(9));
    assertTrue(lane.isAtWork(10));
    assertFalse(lane.isAtWork(20));
    assertTrue(lane.isAtWork(39));
    assertFalse(lane.isAtWork(40));
  }

  /** Each has less than the one before it, so all of the last two hundred are kept. */
  @Test
  void theLargestOfManyThatBecomeFewerIsFound() {
    TimedWorks works = new TimedWorks();
    WorkLane lane = new WorkLane(works);
    FreeTime free = new FreeTime();
    for (int i = 0; i < 600; i++) {
      TimedWork work = work(i, 10L * i, 10L * i + 10);
      add(lane, works, work, budget(work, Cause.GC_PAUSE, 1_000L - i));
      free.clear();
      free.add(0, work.endNs());
      int furthest = Math.max(0, lane.size() - WorkLane.FURTHEST_BACK);
      CarriedOver summed = lane.summed(free, furthest);
      assertEquals(furthest, index(summed.by(Cause.GC_PAUSE)), "work " + i);
      assertEquals(
          lane.oneByOne(free, furthest).ns(Cause.GC_PAUSE), summed.ns(Cause.GC_PAUSE), "work " + i);
    }
  }

  /** A server may have a virtual thread for each request: 100,000s of lanes with a work each. */
  @Test
  void aLaneWithOneWorkIsSmall() {
    TimedWorks works = new TimedWorks();
    TimedWork work = work(0, 0, 100);
    works.append(work);
    List<BudgetPart> parts = new ArrayList<>();
    for (Cause cause : List.of(Cause.GC_PAUSE, Cause.RUN_QUEUE, Cause.UNEXPLAINED)) {
      parts.add(new BudgetPart(cause, 30, 0, 30, List.of()));
    }
    Budget late = new Budget(work, 10, 90, parts, Set.of());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int lanes = 1_000;
    List<WorkLane> all = new ArrayList<>(lanes);
    new WorkLane(works).add(0, late);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < lanes; i++) {
      WorkLane lane = new WorkLane(works);
      lane.add(0, late);
      all.add(lane);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(bytes < 3_000L * all.size(), bytes + " bytes in " + all.size() + " lanes");
  }

  private static void add(WorkLane lane, TimedWorks works, TimedWork work, Budget budget) {
    works.append(work);
    lane.add(works.size() - 1, budget);
  }

  private static FreeTime free(Random random, long now) {
    FreeTime free = new FreeTime();
    long at = Math.max(0, now - random.nextInt(6_000));
    do {
      long end = at + 1L + random.nextInt(2_000);
      free.add(at, end);
      at = end + random.nextInt(60);
    } while (at < now);
    return free;
  }

  private static long index(PastWork work) {
    return work == null ? -1 : work.work().index();
  }

  private static TimedWork work(int index, long startNs, long endNs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        "battle-1",
        index,
        1,
        startNs,
        startNs,
        endNs,
        true,
        0,
        0,
        0,
        TimedWork.Total.UNKNOWN,
        0);
  }

  private static Budget budget(TimedWork work, Random random) {
    List<BudgetPart> parts = new ArrayList<>();
    long sum = 0;
    for (Cause cause : List.of(Cause.GC_PAUSE, Cause.PREDECESSOR, Cause.RUN_QUEUE)) {
      long ns = random.nextInt(30);
      if (ns > 0) {
        parts.add(new BudgetPart(cause, ns, 0, ns, List.of()));
        sum += ns;
      }
    }
    long rest = 1L + random.nextInt(3);
    parts.add(new BudgetPart(Cause.UNEXPLAINED, rest, 0, rest, List.of()));
    return new Budget(work, 1, sum + rest, parts, Set.of());
  }

  private static Budget budget(TimedWork work, Cause cause, long ns) {
    return new Budget(work, 1, ns, List.of(new BudgetPart(cause, ns, 0, ns, List.of())), Set.of());
  }
}
