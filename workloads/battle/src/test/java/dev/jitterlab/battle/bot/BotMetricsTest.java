package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.CountedShare;
import dev.jitterlab.load.LevelJudge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class BotMetricsTest {
  private static final long PERIOD_NS = 50_000_000;

  private final BotMetrics metrics = new BotMetrics(new PrometheusRegistry()).of("a");
  private final StatePeriods periods = new StatePeriods(metrics, Long.MAX_VALUE);

  /** A state may come a tenth of a period late. */
  @Test
  void countsThePeriodsWhoseStateCameLateOrNotAtAll() {
    metrics.state(500, 0, PERIOD_NS, 0);
    assertEquals(500, metrics.periods());
    assertEquals(499, metrics.latePeriods(), "all but one without a state");

    metrics.state(1, PERIOD_NS + PERIOD_NS / 10, PERIOD_NS, 0);
    assertEquals(499, metrics.latePeriods());
    metrics.state(1, PERIOD_NS + PERIOD_NS / 10 + 1, PERIOD_NS, 0);
    assertEquals(500, metrics.latePeriods());
    metrics.state(2, 2 * PERIOD_NS, PERIOD_NS, 0); // two periods, the first without a state
    assertEquals(501, metrics.latePeriods());
    metrics.state(0, 0, PERIOD_NS, 0); // an old one is none
    assertEquals(504, metrics.periods());
  }

  /** Begins a battle at 0 and lets a state come in each of 20 periods. */
  private void twentyInTime() {
    periods.began(0, PERIOD_NS);
    for (int i = 1; i <= 20; i++) {
      periods.state(1, i * PERIOD_NS, PERIOD_NS);
    }
  }

  @Test
  void aSilenceCountsWhileItLastsAndNotAgainWhenTheStateComesAtLast() {
    LevelJudge judge = new CountedShare(metrics::periods, metrics::latePeriods, 0.01);
    judge.begin();
    twentyInTime();
    assertTrue(judge.isCarried());
    periods.look(120 * PERIOD_NS);
    periods.look(120 * PERIOD_NS);
    assertFalse(judge.isCarried());
    assertEquals(99, metrics.latePeriods(), "the state of the last one is not late yet");

    periods.state(101, 121 * PERIOD_NS, PERIOD_NS);
    assertEquals(121, metrics.periods());
    assertEquals(100, metrics.latePeriods(), "all but that of the state");
    periods.state(1, 122 * PERIOD_NS, PERIOD_NS);
    assertEquals(100, metrics.latePeriods());
  }

  @Test
  void aSilenceCountsAlsoWhereAnotherBattleFollowsIt() {
    twentyInTime();
    periods.began(120 * PERIOD_NS, PERIOD_NS);
    assertEquals(99, metrics.latePeriods());
  }

  @Test
  void thePauseBetweenTwoBattlesDoesNotCount() {
    twentyInTime();
    periods.over(21 * PERIOD_NS);
    periods.look(120 * PERIOD_NS);
    periods.began(200 * PERIOD_NS, PERIOD_NS);
    assertEquals(20, metrics.periods());
    assertEquals(0, metrics.latePeriods());
  }

  /** In a search a server that lets players wait for ever must not have carried them. */
  @Test
  void aPlayerPlaysFromItsFirstBattleOnWhileItNeedNotWaitTooLong() {
    StatePeriods searched = new StatePeriods(metrics, 60 * PERIOD_NS);
    searched.awaitBattle(0);
    assertFalse(searched.isPlaying(PERIOD_NS), "it had no battle yet");
    searched.began(2 * PERIOD_NS, PERIOD_NS);
    assertTrue(searched.isPlaying(2 * PERIOD_NS));
    searched.over(10 * PERIOD_NS);
    assertTrue(searched.isPlaying(70 * PERIOD_NS));
    assertFalse(searched.isPlaying(70 * PERIOD_NS + 1));
    searched.stop();
    assertFalse(searched.isPlaying(11 * PERIOD_NS));
  }

  /** In a search; but nobody has to play with a player who waits alone. */
  @Test
  void aPlayerWhoWaitsTooLongForABattleCounts() {
    StatePeriods searched = new StatePeriods(metrics, 60 * PERIOD_NS);
    searched.awaitBattle(0);
    searched.queued(1, 50 * PERIOD_NS);
    searched.queued(2, 51 * PERIOD_NS);
    searched.look(110 * PERIOD_NS);
    assertEquals(0, metrics.periods());
    searched.look(121 * PERIOD_NS);
    assertEquals(10, metrics.latePeriods());
    searched.stop();
    searched.look(300 * PERIOD_NS);
    assertEquals(10, metrics.periods());
  }
}
