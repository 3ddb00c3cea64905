package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ScrapedMetricTest {
  private static final ScrapedMetric WAITS =
      new ScrapedMetric("waits", Reading.P99, "lock-wait", null, null, Unit.SECONDS, Better.LOWER);

  /** It has no ticks, and 1,000 waits in the part of 50 seconds that its log covers. */
  private static boolean hasFigure(double coveredSeconds) {
    Histogram waits = new Histogram(3);
    waits.recordValueWithCount(1_000_000, 1_000);
    MeasuredTicks log =
        new MeasuredTicks(
            MeasuredWindows.of(0, 50),
            coveredSeconds,
            Map.of(),
            Map.of("lock-wait", Distribution.of(waits)),
            List.of(),
            Map.of());
    return WAITS.metric().read(LoggedServer.ticking(log)).isPresent();
  }

  /** What it lacks may be the longest times of all. */
  @Test
  void timesOfALogThatStopsHaveNoFigure() {
    assertTrue(hasFigure(48));
    assertTrue(hasFigure(46));
    assertFalse(hasFigure(40));
  }
}
