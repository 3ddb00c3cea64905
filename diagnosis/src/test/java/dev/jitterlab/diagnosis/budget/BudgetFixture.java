package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;

/** A server whose ticks a test adds one by one, and what {@link Budgets} says of the late ones. */
abstract class BudgetFixture {
  static final long MS = 1_000_000;
  static final long WORKER = 7;
  static final long PERIOD = 50 * MS;
  static final String STEP = "game.rules.Battle::step";

  final TimelineBuilder timeline = new TimelineBuilder();

  /** Five ticks of 2 ms, all of it CPU time, before the time of the tests. */
  void normalTicks() {
    for (int i = 1; i <= 5; i++) {
      timeline.add(tick("battle-1", i, -i * PERIOD, 0, 2 * MS, false, 0, 2 * MS));
    }
  }

  static TimedWork tick(
      String task,
      long index,
      long dueNs,
      long driftNs,
      long executionNs,
      boolean late,
      long runQueueNs,
      long cpuNs) {
    return new TimedWork(
        TimedWork.Kind.TICK,
        task,
        index,
        WORKER,
        dueNs,
        dueNs + driftNs,
        dueNs + driftNs + executionNs,
        late,
        runQueueNs,
        cpuNs,
        runQueueNs < 0 ? TimedWork.NOT_READ : 0,
        TimedWork.Total.UNKNOWN,
        0);
  }

  void stretch(Cause cause, long thread, double fromMs, double toMs) {
    timeline.add(
        new Stretch(
            cause, (long) (fromMs * MS), (long) (toMs * MS), thread, "event", cause.name()));
  }

  void stop(Cause cause, double fromMs, double toMs) {
    stretch(cause, JvmTimeline.ALL_THREADS, fromMs, toMs);
  }

  Budget only() {
    List<Budget> budgets = budgets();
    assertEquals(1, budgets.size());
    return budgets.getFirst();
  }

  List<Budget> budgets() {
    return Budgets.of(
        timeline.build(),
        OptionalLong.empty(),
        method -> method.equals(STEP),
        List.of(),
        Integer.MAX_VALUE);
  }

  static void assertAddsUp(Budget budget) {
    assertEquals(budget.latenessNs(), budget.parts().stream().mapToLong(BudgetPart::ns).sum());
    assertTrue(budget.parts().stream().anyMatch(part -> part.cause() == Cause.UNEXPLAINED));
    for (BudgetPart part : budget.parts()) {
      assertTrue(part.ns() >= 0 && part.leastNs() <= part.ns() && part.ns() <= part.mostNs());
      assertEquals(part.cause() == Cause.UNEXPLAINED, part.evidence().isEmpty(), part.toString());
      assertEquals(
          part.evidence().stream().distinct().toList(), part.evidence(), "each of them once");
    }
  }

  static BudgetPart part(Budget budget, Cause cause) {
    return budget.parts().stream().filter(part -> part.cause() == cause).findFirst().orElseThrow();
  }

  void sample(long atMs, String method) {
    timeline.add(new StackSample(atMs * MS, WORKER, List.of(method), false));
  }

  /** What the system did up to {@code toMs}; CPUs are two. */
  void reading(
      double fromMs,
      double toMs,
      double oversleptMs,
      double runQueueMs,
      double stealMs,
      double busyMs,
      double cpuMs,
      int faults,
      double throttledMs) {
    timeline.add(
        new ProcessReading(
            (long) (fromMs * MS),
            (long) (toMs * MS),
            (long) (oversleptMs * MS),
            (long) (runQueueMs * MS),
            (long) (stealMs * MS),
            (long) (busyMs * MS),
            (long) (cpuMs * MS),
            2,
            faults,
            (long) (throttledMs * MS)));
  }
}
