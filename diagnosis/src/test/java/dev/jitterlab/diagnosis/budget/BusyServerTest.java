package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.EventSetting;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two CPUs, and a request that was due at 0 and has a thread after 80 of its 90 ms. */
class BusyServerTest {
  private static final long MS = 1_000_000;
  private static final long WORKER = 7;
  private static final long NOBODY = JvmTimeline.ALL_THREADS;

  private final TimelineBuilder timeline = new TimelineBuilder();

  private void recordsRequests() {
    timeline.setting(TimedWork.Kind.REQUEST.event(), new EventSetting(true, 0, 0));
  }

  private void reading(long fromMs, long toMs, long cpuMs, long throttledMs) {
    timeline.add(
        new ProcessReading(
            fromMs * MS, toMs * MS, 0, 0, 0, 200 * MS, cpuMs * MS, 2, 0, throttledMs * MS));
  }

  private Budget request(long thread) {
    timeline.add(
        new TimedWork(
            TimedWork.Kind.REQUEST,
            "/pay",
            1,
            thread,
            0,
            80 * MS,
            90 * MS,
            true,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.NOT_READ,
            TimedWork.Total.UNKNOWN,
            0));
    List<Budget> budgets =
        Budgets.of(
            timeline.build(), OptionalLong.empty(), _ -> false, List.of(), Integer.MAX_VALUE);
    assertEquals(1, budgets.size());
    Budget budget = budgets.getFirst();
    assertEquals(budget.latenessNs(), budget.parts().stream().mapToLong(BudgetPart::ns).sum());
    return budget;
  }

  /** Of 100 ms each CPU was held back for 70, and the process computed for 30. */
  @ParameterizedTest
  @ValueSource(longs = {WORKER, NOBODY})
  void whatALimitLeftWasUsedForOthers(long thread) {
    recordsRequests();
    reading(-100, 0, 30, 140);
    reading(0, 100, 30, 140);
    Budget budget = request(thread);
    long waitedMs = thread == WORKER ? 80 : 90;
    assertEquals(waitedMs * MS * 7 / 10, budget.ns(Cause.THROTTLING), budget.parts().toString());
    assertEquals(
        budget.latenessNs() - waitedMs * MS * 7 / 10,
        budget.ns(Cause.BUSY_SERVER),
        budget.parts().toString());
    BudgetPart busy =
        budget.parts().stream()
            .filter(part -> part.cause() == Cause.BUSY_SERVER)
            .findFirst()
            .orElseThrow();
    assertEquals(0, busy.leastNs());
    assertEquals("jitterlab.Process", busy.evidence().getFirst().event());
    assertTrue(
        busy.evidence().getFirst().what().startsWith("the server used 30 ms of CPU time in 100 ms"),
        busy.evidence()::toString);
  }

  @Test
  void aServerOnAllCpusHasNoneForMore() {
    recordsRequests();
    reading(-100, 0, 190, 0);
    reading(0, 100, 190, 0);
    Budget budget = request(WORKER);
    assertEquals(80 * MS * 95 / 100, budget.ns(Cause.BUSY_SERVER), budget.parts().toString());
  }

  /** A server that computes on one CPU of two may be waited for, but not for lack of a CPU. */
  @Test
  void aServerWithCpuTimeLeftIsNotBlamed() {
    recordsRequests();
    reading(-100, 0, 100, 0);
    reading(0, 100, 100, 0);
    assertEquals(0, request(WORKER).ns(Cause.BUSY_SERVER));
  }

  /** Nobody knows whether the request itself computed for all that time. */
  @Test
  void withoutRequestsInTheRecordingARequestOfNoThreadMayHaveComputedItself() {
    reading(-100, 0, 190, 0);
    reading(0, 100, 190, 0);
    Budget budget = request(NOBODY);
    assertEquals(0, budget.ns(Cause.BUSY_SERVER));
    assertTrue(budget.notRead().contains(Cause.BUSY_SERVER), budget.notRead()::toString);
  }

  @Test
  void noRequestIsSeenToWaitWithoutReadings() {
    assertTrue(timeline.build().coverage(Cause.BUSY_SERVER).recorded(), "no request, no question");
    request(WORKER);
    assertEquals(false, timeline.build().coverage(Cause.BUSY_SERVER).recorded());
  }
}
