package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ScaleRun.Plan;
import dev.jitterlab.tick.SimulatedWorkers.Stalls;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine on more cores than there are, in simulated time, at 70 % of them. */
class ScaleTest {
  private static final double UTILISATION = 0.7;
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final long NS_PER_US = 1_000;

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

  /** Records 300 us from 1 ms on; the thread reads the clock at these times. */
  private static Stalls recorded(long... readingsUs) {
    Deque<Long> readings = new ArrayDeque<>();
    Arrays.stream(readingsUs).forEach(reading -> readings.add(reading * NS_PER_US));
    return ScaleSimulation.spin(readings::remove, 1_000 * NS_PER_US, 300 * NS_PER_US);
  }

  /** Threads do not begin together, and yet a stall of all cores is one for the anchor, too. */
  @Test
  void aStallOfAllCoresIsAtTheSameTimeWheneverTheThreadsBegan() {
    Stalls early =
        recorded(
            980, 1_000, 1_020, 1_040, 1_060, 1_080, 1_100, 1_110, 1_210, 1_230, 1_250, 1_270, 1_290,
            1_300);
    Stalls late =
        recorded(
            990, 1_010, 1_020, 1_040, 1_060, 1_080, 1_100, 1_110, 1_210, 1_220, 1_240, 1_260, 1_280,
            1_300);

    for (Stalls stalls : List.of(early, late)) {
      assertEquals(1, stalls.count());
      assertEquals(110 * NS_PER_US, stalls.fromNs(0));
      assertEquals(210 * NS_PER_US, stalls.toNs(0));
    }
  }
}
