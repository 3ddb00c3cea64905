package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickInterval;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ServerContenderTest {
  private static TickInterval drift(double from, double to, long ns) {
    Histogram values = new Histogram(3);
    values.recordValue(ns);
    return new TickInterval(new Window(from, to), TickTime.DRIFT, Distribution.of(values));
  }

  /** In it the bench learns that the server is ready, and takes a core. */
  @Test
  void theFirstLineOfTheLogDoesNotCount() {
    TickLog log =
        new TickLog(
            List.of(
                drift(100, 101.01, 9_000_000),
                drift(101, 102, 1_000), // its metric's line ended a little earlier
                drift(102, 103, 2_000)));
    Distribution measured =
        log.measured(TickTime.DRIFT, ServerContender.behindFirstLine(log).orElseThrow());
    assertEquals(2, measured.count());
    assertEquals(2_000, measured.maxNs(), 20);
  }

  @Test
  void aLogWithoutLinesHasNoMeasuredTime() {
    assertTrue(ServerContender.behindFirstLine(new TickLog(List.of())).isEmpty());
  }
}
