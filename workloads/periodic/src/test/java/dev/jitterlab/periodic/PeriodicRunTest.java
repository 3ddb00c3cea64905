package dev.jitterlab.periodic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** To begin a log takes a core: so it has begun when the first ticks are recorded. */
  @Test
  void logsOnceWhatHappensSinceItBeganToCount(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("ticks.hlog");
    List<TickListener> listeners = new ArrayList<>();
    PeriodicRun run =
        PeriodicRun.start(
            (listener, jitter) -> {
              listeners.add(listener.andThen(jitter.ofTask()));
              return new Backlog();
            },
            0,
            null);
    try (run) {
      ExternalTask task = new ExternalTask("t", Rate.hz(20), listeners.get(0));
      run.beginToLog(file);
      task.ticked(0, 0, 1);
      run.beginToLogOnce(file);
      task.ticked(50 * MS, 57 * MS, 58 * MS);
      run.beginToCount();
      task.ticked(100 * MS, 102 * MS, 103 * MS);
    }

    assertEquals(Map.of("drift", 2L, "release-jitter-early", 5L), highest(file));
  }

  private static Map<String, Long> highest(Path file) throws IOException {
    Map<String, Long> highest = new HashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (Histogram one = (Histogram) reader.nextIntervalHistogram();
          one != null;
          one = (Histogram) reader.nextIntervalHistogram()) {
        long maxMs = one.getMaxValue() / MS;
        if (maxMs > 0 && List.of("drift", "release-jitter-early").contains(one.getTag())) {
          highest.merge(one.getTag(), maxMs, Math::max);
        }
      }
    }
    return highest;
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
