package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the load generator was late with is its own, and what is left the server's. */
class LoadLateTest extends BudgetFixture {
  /** A pause while the load generator had not come to the request concerns somebody else's. */
  @Test
  void whatTheLoadGeneratorHadNotBegunIsNoServersFault() {
    stretch(Cause.GC_PAUSE, JvmTimeline.ALL_THREADS, 20, 60);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            WORKER,
            0,
            60 * MS,
            100 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            50 * MS));
    Budget budget = only();
    BudgetPart load = part(budget, Cause.LOAD_LATE);
    assertEquals(
        List.of(50 * MS, 50 * MS, 50 * MS), List.of(load.ns(), load.leastNs(), load.mostNs()));
    assertEquals("slow-requests.csv", load.evidence().getFirst().event());
    assertEquals(10 * MS, budget.ns(Cause.GC_PAUSE), budget.parts().toString());
    assertEquals(10 * MS, part(budget, Cause.GC_PAUSE).mostNs());
    assertAddsUp(budget);
  }

  /** The load generator's part counts once: what is left is the hypervisor's and the disk's. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stealAndPageFaultsGetWhatTheLoadGeneratorLeft(boolean steal) {
    normalTicks();
    reading(0, 100, 0, 0, steal ? 80 : 0, 10, 2, steal ? 0 : 4, -1);
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            WORKER,
            0,
            50 * MS,
            102 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            50 * MS));
    Budget budget = only();
    assertEquals(100 * MS, budget.latenessNs());
    assertEquals(50 * MS, budget.ns(Cause.LOAD_LATE));
    Cause cause = steal ? Cause.STEAL : Cause.PAGE_FAULT;
    assertEquals(20 * MS, budget.ns(cause), budget.parts().toString());
    assertAddsUp(budget);
  }
}
