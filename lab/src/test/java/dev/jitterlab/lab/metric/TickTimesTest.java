package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TickTimesTest {
  private static final double MS = 1e-3;

  /** So many ticks began 1 ms late, and so many periods of 50 ms waited at the end. */
  private static LoggedServer server(int begun, double waiting) {
    return server(
        begun, Map.of("jitterlab_ticks_waiting", waiting, "jitterlab_tick_waiting_seconds", 0.05));
  }

  private static LoggedServer server(int begun, Map<String, Double> samples) {
    Histogram drifts = new Histogram(3);
    drifts.recordValueWithCount(1_000_000, begun);
    MeasuredWindows windows = MeasuredWindows.of(0, 50);
    return new LoggedServer(
        Path.of(""),
        windows,
        Map.of(),
        samples,
        new MeasuredTicks(
            windows,
            50,
            Map.of(TickTime.DRIFT, Distribution.of(drifts)),
            Map.of(),
            List.of(),
            Map.of()));
  }

  private static List<?> reading(Quantile quantile, LoggedServer server) {
    return List.of(TickTimes.of(TickTime.DRIFT, quantile).read(server).orElseThrow());
  }

  private static Object figure(Quantile quantile, LoggedServer server) {
    return TickTimes.of(TickTime.DRIFT, quantile).figure(reading(quantile, server));
  }

  /** A tenth of its periods had no tick when the measurement ended. */
  @Test
  void theDriftOfAServerThatHangsUntilTheEndIsABound() {
    LoggedServer hung = server(900, 100);

    assertEquals(MS, (double) figure(Quantile.P90, hung), 1e-6, "900 of 1,000, not of 900");
    assertEquals(Map.of("at_least", 0.05), figure(Quantile.P95, hung));
    Metric p95 = TickTimes.of(TickTime.DRIFT, Quantile.P95);
    assertEquals(Censoring.AT_LEAST, p95.censoring(reading(Quantile.P95, hung)));
  }

  /** Two of 1,000 periods are behind at the end, of a server that is late throughout. */
  @Test
  void aFewPeriodsThatWaitMakeNoBound() {
    LoggedServer few = server(998, 2);

    assertEquals(
        Censoring.NONE,
        TickTimes.of(TickTime.DRIFT, Quantile.P50).censoring(reading(Quantile.P50, few)));
    assertEquals(Map.of("at_least", 0.05), figure(Quantile.MAX, few));
  }

  /** It may have hung at the end, as one that answers no scrape any more. */
  @Test
  void theDriftOfAServerThatNeverAnsweredAScrapeIsNotKnown() {
    Metric p99 = TickTimes.of(TickTime.DRIFT, Quantile.P99);

    assertEquals(Optional.empty(), p99.read(server(1_000, Map.of(LabMetrics.SCRAPE_FAILED, 50.0))));
    assertTrue(p99.read(server(1_000, Map.of())).isPresent(), "nobody asks it");
  }

  @Test
  void theDriftOfAServerThatTicksToTheEndIsAFigure() {
    LoggedServer ticking = server(1_000, 0);

    for (Quantile quantile : Quantile.values()) {
      assertEquals(MS, (double) figure(quantile, ticking), 1e-6, quantile.key());
      assertEquals(
          Censoring.NONE,
          TickTimes.of(TickTime.DRIFT, quantile).censoring(reading(quantile, ticking)));
    }
  }
}
