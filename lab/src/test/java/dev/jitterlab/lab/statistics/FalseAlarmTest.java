package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often a comparison reports a difference: where there is none (false alarms), and where there
 * is one (power). Simulated trials of blocks with log-normal figures; the seeds are fixed, so the
 * tests cannot flicker.
 */
@Tag("simulation")
class FalseAlarmTest {
  private static final double LEVEL = 0.05;
  private static final double SPREAD_OF_PAIRS = 0.1;
  private static final double SPREAD_OF_BLOCKS = 0.2;

  @Test
  void atMostFiveOfAHundredRunsReportADifferenceThatIsNotThere() {
    assertTrue(found(100, trial -> isFound(1, 5, trial)) <= 5);
  }

  @Test
  void falseAlarmsStayNearTheLevelInTheLongRun() {
    double share = found(4_000, trial -> isFound(1, 5, trial)) / 4_000.0;
    assertTrue(share > 0.03 && share <= 0.055, "reported " + share);
  }

  @Test
  void aDifferenceOfTenPercentIsFoundAsOftenAsPromised() {
    int instances = instancesThatShow(1.1);
    int found = found(100, trial -> isFound(1.1, instances, trial));
    assertTrue(found >= 75, found + " of 100 with " + instances + " instances");
  }

  @Test
  void theSmallestRatioIsFoundInFourOfFiveTrials() {
    for (int instances : new int[] {5, 10, 20}) {
      double ratio = Power.smallestRatio(instances, SPREAD_OF_PAIRS, true, LEVEL);
      double share = found(400, trial -> isFound(ratio, instances, trial)) / 400.0;
      assertTrue(share >= 0.75 && share <= 0.85, instances + " instances found " + share);
    }
  }

  @Test
  void amongManyGroupsNoneIsCalledDifferentMoreOftenThanTheLevelAllows() {
    int falseAlarms = found(1_000, trial -> isAnyOfTenFound(trial));
    assertTrue(falseAlarms <= 60, falseAlarms + " of 1000 families had a false alarm");
  }

  private static int instancesThatShow(double ratio) {
    return IntStream.rangeClosed(2, 100)
        .filter(n -> Power.smallestRatio(n, SPREAD_OF_PAIRS, true, LEVEL) <= ratio)
        .findFirst()
        .orElseThrow();
  }

  private static int found(int trials, IntPredicate isFound) {
    return (int) IntStream.range(0, trials).filter(isFound).count();
  }

  private static boolean isFound(double truth, int instances, int trial) {
    SplittableRandom random = new SplittableRandom(20_261_121L + trial);
    return pValue(truth, blocks(instances, random), random, trial) < LEVEL;
  }

  private static boolean isAnyOfTenFound(int trial) {
    SplittableRandom random = new SplittableRandom(20_261_121L + trial);
    double[] blocks = blocks(5, random);
    double[] pValues =
        IntStream.range(0, 10).mapToDouble(i -> pValue(1, blocks, random, trial)).toArray();
    return Arrays.stream(Holm.adjusted(pValues)).anyMatch(p -> p < LEVEL);
  }

  private static double pValue(double truth, double[] blocks, SplittableRandom random, long seed) {
    GroupStatistic group = new Mean(figures(truth, blocks, random));
    GroupStatistic baseline = new Mean(figures(1, blocks, random));
    return RatioBootstrap.paired(group, baseline, seed).orElseThrow().pValue().orElseThrow();
  }

  private static double[] blocks(int count, SplittableRandom random) {
    return IntStream.range(0, count)
        .mapToDouble(i -> Math.exp(SPREAD_OF_BLOCKS * random.nextGaussian()))
        .toArray();
  }

  /** Each of a pair has half of the variance of the pair's log ratio. */
  private static double[] figures(double factor, double[] blocks, SplittableRandom random) {
    return Arrays.stream(blocks)
        .map(
            block ->
                factor * block * Math.exp(SPREAD_OF_PAIRS / Math.sqrt(2) * random.nextGaussian()))
        .toArray();
  }
}
