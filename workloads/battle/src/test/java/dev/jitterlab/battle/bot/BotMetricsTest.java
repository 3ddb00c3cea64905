package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class BotMetricsTest {
  private static final long PERIOD_NS = 50_000_000;

  private final BotMetrics metrics = new BotMetrics(new PrometheusRegistry()).of("a");

  /** A state may come a tenth of a period late. */
  @Test
  void countsThePeriodsWhoseStateCameLateOrNotAtAll() {
    metrics.state(500, 0, PERIOD_NS);
    assertEquals(500, metrics.periods());
    assertEquals(499, metrics.latePeriods(), "all but one without a state");

    metrics.state(1, PERIOD_NS + PERIOD_NS / 10, PERIOD_NS);
    assertEquals(499, metrics.latePeriods());
    metrics.state(1, PERIOD_NS + PERIOD_NS / 10 + 1, PERIOD_NS);
    assertEquals(500, metrics.latePeriods());
    metrics.state(2, 2 * PERIOD_NS, PERIOD_NS); // two periods, the first without a state
    assertEquals(501, metrics.latePeriods());
    metrics.state(0, 0, PERIOD_NS); // an old one is none
    assertEquals(504, metrics.periods());
  }
}
