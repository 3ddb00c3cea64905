package dev.jitterlab.arena.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WorkerSimulationTest {
  private static final int UPDATES = 100_000;

  @Test
  void whatExcludesNobodyGrowsWithTheWorkers() {
    for (int workers : new int[] {1, 8, 32}) {
      assertEquals(
          workers * 1e6,
          WorkerSimulation.updatesPerSecond(workers, 0, 1_000, UPDATES),
          workers * 1e4);
    }
  }

  @Test
  void whatExcludesAllIsNoFasterWithMoreWorkers() {
    for (int workers : new int[] {1, 8, 32}) {
      assertEquals(
          1e6, WorkerSimulation.updatesPerSecond(workers, 1_000, 0, UPDATES), 1, workers + "");
    }
  }

  @Test
  void thePartThatExcludesBoundsManyWorkers() {
    double few = WorkerSimulation.updatesPerSecond(2, 100, 900, UPDATES);
    double many = WorkerSimulation.updatesPerSecond(32, 100, 900, UPDATES);
    assertTrue(few > 1.8e6 && few <= 2e6 * 1.01, "two: " + few);
    assertTrue(many > 0.98e7 && many <= 1e7, "32 times 1 us would be 3.2e7, the gate lets in 1e7");
  }

  /** The read locks of two workers cost 500 ns more from one update to the next: 1 us each. */
  @Test
  void whatATwinAddsBoundsWhatManyWorkersDo() {
    TwinCost locks = new TwinCost(10_000, 400, 700, 2, 8, false);
    assertEquals(500, locks.addedNs(), 1e-9);
    assertEquals(8 * 10_000 / 11_000.0, locks.speedupIfNoneExcludes(8, UPDATES), 0.1);
    assertEquals(20, locks.speedupIfAllExcludes(32, UPDATES), 0.2);
    assertTrue(locks.speedupIfAllExcludes(8, UPDATES) <= 8);

    TwinCost global = new TwinCost(10_000, 400, 700, 2, 8, true);
    assertEquals(10_000 / 10_500.0, global.speedupIfNoneExcludes(32, UPDATES), 0.01);
    assertEquals(global.speedupIfAllExcludes(8, UPDATES), global.speedupIfNoneExcludes(8, UPDATES));
  }

  /** Of eight workers on two processors, two work at once. */
  @Test
  void workersWithoutAProcessorAddNothing() {
    assertEquals(0, new TwinCost(10_000, 400, 200, 8, 2, false).addedNs(), 1e-9);

    TwinCost locks = new TwinCost(10_000, 400, 700, 8, 2, false);
    assertEquals(500, locks.addedNs(), 1e-9);
    assertEquals(8 * 10_000 / 11_000.0, locks.speedupIfNoneExcludes(8, UPDATES), 0.1);
  }
}
