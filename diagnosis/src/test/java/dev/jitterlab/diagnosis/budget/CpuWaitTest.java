package dev.jitterlab.diagnosis.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The wait for a CPU, divided among the JVM's compilers and all others. */
class CpuWaitTest extends BudgetFixture {
  @Test
  void waitingForACpuWhileCompilersRanIsTheirs() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 12 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(12 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(3 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(15 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    assertAddsUp(budget);
  }

  /** A compilation went on all the time, but on the thread's CPU a compiler ran for 5 ms only. */
  @Test
  void aTraceOfTheSchedulerDividesTheWaitExactly() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    reading(-10, 90, 0, 0, 0, 200, 20, 0, -1); // an estimate would give compilers a tenth
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 15 * MS));
    Budget budget = only();
    assertEquals(5 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(5 * MS, part(budget, Cause.COMPILER_THREADS).leastNs());
    assertEquals(5 * MS, part(budget, Cause.COMPILER_THREADS).mostNs());
    assertEquals(10 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(10 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    String words =
        "run-queue delay before the start, behind stress-ng outside this JVM (10.0 ms) and C2"
            + " CompilerThread0 (5.0 ms); other processes used 90 % of the CPUs, this one 10 %";
    for (Cause cause : List.of(Cause.RUN_QUEUE, Cause.COMPILER_THREADS)) {
      assertEquals(words, part(budget, cause).evidence().getFirst().what());
    }
    assertAddsUp(budget);
  }

  /** What a pause has already is not the compilers' as well. */
  @Test
  void compilersGetNothingOfWhatAnotherCauseHas() {
    normalTicks();
    stop(Cause.GC_PAUSE, 6, 9);
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 15 * MS));
    Budget budget = only();
    assertEquals(3 * MS, budget.ns(Cause.GC_PAUSE));
    assertEquals(2 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(13 * MS, budget.ns(Cause.RUN_QUEUE));
    assertAddsUp(budget);
  }

  /** It names whom it shows, and the division is estimated as without a trace. */
  @Test
  void aTraceThatShowsLittleOfTheWaitDividesNothing() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 12 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    TimedWork late = tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 15 * MS, 2 * MS);
    timeline.add(late);
    timeline.add(late, true, behind(15 * MS, 10 * MS));
    Budget budget = only();
    assertEquals(12 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(3 * MS, budget.ns(Cause.RUN_QUEUE));
    assertEquals(15 * MS, part(budget, Cause.RUN_QUEUE).mostNs());
    assertTrue(
        part(budget, Cause.RUN_QUEUE).evidence().getFirst().what().contains("behind stress-ng"));
    assertAddsUp(budget);
  }

  /** C2 ran from 5 to 10 ms. */
  private static QueuedBehind behind(long delayNs, long foundNs) {
    return new QueuedBehind(
        delayNs,
        foundNs,
        List.of(
            new QueuedBehind.Runner("stress-ng outside this JVM", foundNs - 5 * MS),
            new QueuedBehind.Runner("C2 CompilerThread0", 5 * MS)),
        0,
        0,
        List.of(new QueuedBehind.Turn(5 * MS, 10 * MS)));
  }

  /** The compiler ran, and so did others: it gets this process's part of the CPU time. */
  @Test
  void compilersAreNotBlamedForWhatOtherProcessesTook() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    reading(-10, 90, 0, 0, 0, 200, 20, 0, -1);
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 20 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(2 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(20 * MS, part(budget, Cause.COMPILER_THREADS).mostNs());
    assertEquals(18 * MS, budget.ns(Cause.RUN_QUEUE));
    assertTrue(
        part(budget, Cause.RUN_QUEUE)
            .evidence()
            .getFirst()
            .what()
            .endsWith("other processes used 90 % of the CPUs, this one 10 %"),
        budget.parts().toString());
    assertAddsUp(budget);
  }

  /** A recording of somebody else's settings has the JVM's own readings, once a second. */
  @Test
  void withoutReadingsOfTheSystemTheJvmsOwnSayWhoHadTheCpus() {
    normalTicks();
    timeline.add(new MethodCompilation(0, 20 * MS, STEP, 4, 1, false, "jdk.Compilation"));
    timeline.add(new CpuReading(-10 * MS, 0.9, 1, "jdk.CPULoad")); // of the second before
    timeline.add(new CpuReading(990 * MS, 0.05, 1, "jdk.CPULoad"));
    timeline.add(tick("battle-1", 6, 0, 20 * MS, 2 * MS, true, 20 * MS, 2 * MS));
    Budget budget = only();
    assertEquals(1 * MS, budget.ns(Cause.COMPILER_THREADS));
    assertEquals(19 * MS, budget.ns(Cause.RUN_QUEUE));
    assertAddsUp(budget);
  }
}
