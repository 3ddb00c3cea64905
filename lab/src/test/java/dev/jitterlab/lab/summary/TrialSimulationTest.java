package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.statistics.PairFamily;
import dev.jitterlab.lab.statistics.Power;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
  private static final int AT_MOST = 10; // rounds of trials that end when they are decided

  @TempDir private Path folder;

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
        3 * TRIALS, TrialSimulation.risingLoad(40).with(groups, 5, isPaired).varying(spread, 0));
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
    assertFound(TRIALS, trial, printed(trial, ofTheRatio, level -> level));
  }

  /** Few late ticks vary more than the instances do, and the plan is asked for what varies. */
  @ParameterizedTest(name = "{0} late ticks on the average")
  @CsvSource({"500", "30", "8"})
  void findsSharesAsThePlanPromises(double mean) {
    assertFoundAsItVaries(TrialSimulation.lateTicks(mean).varying(SPREAD, 0));
  }

  @Test
  void findsCapacitiesAsThePlanPromises() {
    assertFoundAsItVaries(TrialSimulation.risingLoad(20).varying(SPREAD, 0));
  }

  /** Looks after 5, 6, … 10 rounds, by the code that ends real trials. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"tick_drift_seconds.p50, 2", "ticks_late_ratio.1.1, 7"})
  void trialsUntilDecidedRaiseNoFalseAlarm(String metric, int times) {
    UntilDecided trials = UntilDecided.of(folder, metric, AT_MOST);
    double alarms = share(times * TRIALS, seed -> isDecided(trials, simulated(metric), seed, 1));

    assertTrue(alarms <= 0.05, "false alarms in " + alarms);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"tick_drift_seconds.p50, 2", "ticks_late_ratio.1.1, 7"})
  void trialsUntilDecidedFindWhatThePlanPromises(String metric, int times) {
    UntilDecided trials = UntilDecided.of(folder, metric, AT_MOST);
    TrialSimulation trial = simulated(metric);
    double ratio = printed(trial, trials.plan().design()::levelOfPower);

    double found = share(times * TRIALS, seed -> isDecided(trials, trial, seed, ratio));

    assertEquals(Power.POWER, found, 0.05, "a ratio of " + ratio + " is found in " + found);
  }

  /** An instance has 30 late ticks on the average. */
  private static TrialSimulation simulated(String metric) {
    return (metric.startsWith("ticks_late")
            ? TrialSimulation.lateTicks(30)
            : TrialSimulation.quantile(Quantile.P50))
        .by(Metrics.ofAll().primary(metric))
        .with(2, AT_MOST, true)
        .varying(SPREAD, 0);
  }

  private static boolean isDecided(
      UntilDecided trials, TrialSimulation trial, long seed, double ratio) {
    Map<String, List<InstanceFigures>> measured = trial.measured(seed, 1, ratio);
    return trials
            .end(measured.get(TrialSimulation.name(0)), measured.get(TrialSimulation.name(1)))
            .outcome()
        == TrialLook.Outcome.DIFFERENCE;
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

  /** Of pairs whose ratios vary as those of this trial do. */
  private static void assertFoundAsItVaries(TrialSimulation trial) {
    assertFound(7 * TRIALS, trial, printed(trial, level -> level));
  }

  /**
   * The ratio that the plan prints for trials in rounds, as they vary where the groups have just
   * that ratio: the better group has fewer events, which vary more.
   */
  private static double printed(TrialSimulation trial, DoubleUnaryOperator levelOfPower) {
    double ratio = 1;
    for (int i = 0; i < 4; i++) {
      double toward = trial.metric().isHigherBetter() ? 1 / ratio : ratio;
      ratio = printed(trial, trial.spreadOfRatios(toward), levelOfPower);
    }
    return ratio;
  }

  private static double printed(
      TrialSimulation trial, double spread, DoubleUnaryOperator levelOfPower) {
    return Power.smallestRatio(
        trial.instances(),
        spread * trial.metric().extraSpread(),
        trial.isPaired(),
        levelOfPower.applyAsDouble(Verdict.LEVEL * PairFamily.baselineShare(trial.groups())));
  }

  /** Only one group differs from the baseline; it carries less where more is better. */
  private static void assertFound(int trials, TrialSimulation trial, double ratio) {
    double truth = trial.metric().isHigherBetter() ? 1 / ratio : ratio;
    double found =
        share(
            trials,
            seed ->
                trial
                    .run(seed, Optional.empty(), 1, truth)
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
