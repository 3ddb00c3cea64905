package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import org.junit.jupiter.api.Test;

class TaskDriftsTest {
  private static final long PERIOD_NS = 1_000_000;
  private static final double EXACT = 1e-9;

  private final TaskDrifts drifts = new TaskDrifts();

  private void ticks(long... latenessNs) {
    ExternalTask task = new ExternalTask("t", Rate.hz(1_000), drifts.ofTask());
    for (int i = 0; i < latenessNs.length; i++) {
      long startNs = i * PERIOD_NS + latenessNs[i];
      task.ticked(i * PERIOD_NS, startNs, startNs);
    }
  }

  /** Means of 100, 200 and 600 ns: the worst has twice their mean of 300. */
  @Test
  void setsTheWorstTaskBesideAll() {
    ticks(100, 100);
    ticks(300, 100);
    ticks(600);
    assertEquals(2, drifts.worstRatio(), EXACT);
  }

  @Test
  void isFairWhereNothingWasLate() {
    assertEquals(1, drifts.worstRatio(), EXACT);
    ticks(0, 0);
    assertEquals(1, drifts.worstRatio(), EXACT);
  }
}
