package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.statistics.PairFamily;
import dev.jitterlab.lab.statistics.Power;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole simulated trials through the code that decides of real ones: how often it claims what is
 * not so, and how often it finds what is. The seeds are fixed, so that the tests cannot flicker;
 * {@code -Djitterlab.simulated.trials=20000} makes the figures finer.
 */
@Tag("simulation")
class TrialSimulationTest {
  private static final int TRIALS = Integer.getInteger("jitterlab.simulated.trials", 300);
  private static final double SPREAD = 0.15;

  @ParameterizedTest(name = "{0} of {1} groups, {2} instances, paired {3}, disturbed {4}")
  @CsvSource({
    "P99, 2, 5, true, 0",
    "P99, 2, 5, true, 0.1",
    "P50, 2, 5, true, 0.1",
    "P90, 3, 5, false, 0.1",
    "P99, 4, 5, true, 0.05",
    "P99, 2, 10, false, 0"
  })
  void quantilesRaiseNoFalseAlarm(
      Quantile quantile, int groups, int instances, boolean isPaired, double disturbed) {
    assertFewAlarms(
        TRIALS,
        TrialSimulation.quantile(quantile)
            .with(groups, instances, isPaired)
            .varying(SPREAD, disturbed));
  }

  /**
   * Few events, many, and bursts in single instances. For few events in strong bursts five
   * instances are too few: 6.6 % is what decision 007 has found and kept, since what lowers it
   * takes the power from others.
   */
  @ParameterizedTest(name = "{0} late ticks on the average, {1} groups, paired {2}, spread {3}")
  @CsvSource({
    "0.3, 3, true, 0.4, 0.05",
    "1, 2, true, 0.4, 0.05",
    "3, 2, false, 0.4, 0.05",
    "100, 2, true, 0.4, 0.05",
    "5, 2, true, 2, 0.066",
    "30, 4, false, 1, 0.05"
  })
  void sharesRaiseNoMoreFalseAlarmsThanDocumented(
      double mean, int groups, boolean isPaired, double spread, double documented) {
    assertFewAlarms(
        3 * TRIALS,
        documented,
        TrialSimulation.lateTicks(mean).with(groups, 5, isPaired).varying(spread, 0));
  }

  @ParameterizedTest(name = "{0} groups, paired {1}, spread {2}")
  @CsvSource({"2, true, 0.15", "3, false, 0.15", "2, true, 0.5"})
  void risingLoadsRaiseNoFalseAlarm(int groups, boolean isPaired, double spread) {
    assertFewAlarms(
        3 * TRIALS, TrialSimulation.risingLoad().with(groups, 5, isPaired).varying(spread, 0));
  }

  /** Groups that are as different as just matters are seldom called equivalent. */
  @Test
  void equivalenceIsSeldomClaimedFalsely() {
    TrialSimulation trial =
        TrialSimulation.quantile(Quantile.P50).with(3, 5, true).varying(0.03, 0);

    double claimed =
        share(
            seed ->
                trial.run(seed, Optional.of(0.1), 1, 1.1, 1.1 * 1.1).againstBaseline().stream()
                    .anyMatch(TrialOutcome.Pair::withinMargin));

    assertTrue(claimed <= 0.05, "claimed in " + claimed);
  }

  @Test
  void equivalenceOfManyIsFoundWhereThereIsNoDifference() {
    TrialSimulation trial =
        TrialSimulation.quantile(Quantile.P50).with(3, 5, true).varying(0.02, 0);

    double found =
        share(seed -> trial.run(seed, Optional.of(0.15)).kind() == TrialOutcome.Kind.EQUIVALENCE);

    assertTrue(found > 0.8, "found in " + found);
  }

  @ParameterizedTest(name = "{0} of {1} groups, {2} instances, paired {3}")
  @CsvSource({
    "P50, 2, 5, true",
    "P99, 2, 5, true",
    "P90, 2, 5, false",
    "P50, 3, 5, false",
    "P99, 3, 5, true",
    "P90, 5, 5, true"
  })
  void findsWhatThePlanPromises(Quantile quantile, int groups, int instances, boolean isPaired) {
    TrialSimulation trial =
        TrialSimulation.quantile(quantile).with(groups, instances, isPaired).varying(SPREAD, 0);
    double ofTheRatio = isPaired ? SPREAD * Math.sqrt(2) : SPREAD;
    assertFound(trial, ofTheRatio);
  }

  @Test
  void findsSharesAsThePlanPromises() {
    assertFound(TrialSimulation.lateTicks(500).varying(SPREAD, 0), SPREAD * Math.sqrt(2));
  }

  private static void assertFewAlarms(int trials, TrialSimulation trial) {
    assertFewAlarms(trials, 0.05, trial);
  }

  /**
   * A rate above 5 % is what was found in other trials: those of this test may differ by chance.
   */
  private static void assertFewAlarms(int trials, double documented, TrialSimulation trial) {
    double error = Math.sqrt(documented * (1 - documented) / trials);
    double most = documented > 0.05 ? documented + 2 * error : 0.05;
    double alarms =
        share(
            trials,
            seed -> trial.run(seed, Optional.empty()).kind() == TrialOutcome.Kind.DIFFERENCE);
    assertTrue(alarms <= most, "false alarms in " + alarms + ", of " + most + " at most");
  }

  /** Only one group differs from the baseline. */
  private static void assertFound(TrialSimulation trial, double spread) {
    double ratio =
        Power.smallestRatio(
            trial.instances(),
            spread * trial.metric().extraSpread(),
            trial.isPaired(),
            Verdict.LEVEL * PairFamily.baselineShare(trial.groups()));
    double found =
        share(
            seed ->
                trial
                    .run(seed, Optional.empty(), 1, ratio)
                    .pair(TrialSimulation.name(1), TrialSimulation.name(0))
                    .orElseThrow()
                    .isDifferent());
    assertEquals(Power.POWER, found, 0.05, "a ratio of " + ratio + " is found in " + found);
  }

  private static double share(Predicate<Long> isSo) {
    return share(TRIALS, isSo);
  }

  private static double share(int trials, Predicate<Long> isSo) {
    return LongStream.rangeClosed(1, trials).filter(isSo::test).count() / (double) trials;
  }
}
