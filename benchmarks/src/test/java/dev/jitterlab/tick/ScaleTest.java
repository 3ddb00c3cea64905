package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ScaleRun.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine on more cores than there are, in simulated time, at 70 % of them. */
class ScaleTest {
  private static final double UTILISATION = 0.7;
  private static final long NS_PER_SECOND = 1_000_000_000;

  private static ScaleRun run(int workers, int tasks) throws InterruptedException {
    Plan plan = new Plan(workers, tasks, UTILISATION, 2 * NS_PER_SECOND, NS_PER_SECOND);
    return ScaleRun.of(plan, 1);
  }

  @ParameterizedTest
  @CsvSource({"2, 200", "8, 800", "16, 1600"})
  void staysNearTheFloorAndInBalance(int workers, int tasks) throws InterruptedException {
    ScaleRun run = run(workers, tasks);

    long p99Ns = run.drift().getValueAtPercentile(99);
    long floorNs = run.floor().getValueAtPercentile(99);
    assertTrue(p99Ns < Math.max(2 * floorNs, 1_500_000), p99Ns + " ns, floor " + floorNs);
    assertTrue(run.imbalance() < 0.25, "imbalance " + run.imbalance());
    assertEquals(20.0 * tasks, (double) run.drift().getTotalCount(), 20.0);
  }

  @Test
  void isTheSameEachTime() throws InterruptedException {
    ScaleRun first = run(4, 100);
    ScaleRun again = run(4, 100);

    assertEquals(first.drift(), again.drift());
    assertEquals(first.takenOver(), again.takenOver());
    assertEquals(first.wakesPerTick(), again.wakesPerTick());
  }
}
