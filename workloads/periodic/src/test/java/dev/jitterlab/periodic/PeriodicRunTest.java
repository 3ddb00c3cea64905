package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitingPeriods;
import org.junit.jupiter.api.Test;

class PeriodicRunTest {
  private static final long MS = 1_000_000;

  /** It has a backlog, and none any more when it is closed. */
  private static final class Backlog implements Ticking {
    private long waiting;

    @Override
    public void start() {}

    @Override
    public WaitingPeriods waitingPeriods() {
      return WaitingPeriods.of(waiting, MS);
    }

    @Override
    public void close() {
      waiting = 0;
    }
  }

  @Test
  void whatStillWaitsAtTheEndWasMissedToo() throws Exception {
    Backlog backlog = new Backlog();
    PeriodicRun run = PeriodicRun.start((listener, jitter) -> backlog, 0, null);
    try (run) {
      backlog.waiting = 2;
      run.beginToCount();
      backlog.waiting = 7;
    }
    assertEquals(5, run.missed());
  }

  @Test
  void aPeersTaskWaitsForEachPeriodThatIsOver() {
    PeerTask task = new PeerTask("task", Rate.hz(10), 0, () -> {}, tick -> {});
    assertEquals(WaitingPeriods.NONE, task.waitingPeriods(-500 * MS), "it is due later");
    assertEquals(WaitingPeriods.NONE, task.waitingPeriods(99 * MS));
    assertEquals(WaitingPeriods.of(2, 100 * MS), task.waitingPeriods(250 * MS));
    task.run();
    assertEquals(WaitingPeriods.of(1, 100 * MS), task.waitingPeriods(250 * MS));
  }
}
