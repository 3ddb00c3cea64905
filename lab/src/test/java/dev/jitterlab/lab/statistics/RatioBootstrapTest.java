package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RatioBootstrapTest {
  /** exp of the mean of logs: its log ratio is a mean, for which there is a t interval. */
  private record GeometricMean(Mean ofLogs) implements GroupStatistic {
    private GeometricMean(double... logs) {
      this(new Mean(logs));
    }

    @Override
    public int instances() {
      return ofLogs.instances();
    }

    @Override
    public double of(int[] multiplicities) {
      return Math.exp(ofLogs.of(multiplicities));
    }
  }

  /**
   * Student 1908, "The probable error of a mean": ten patients, hours of sleep gained with two
   * drugs. R's documentation of t.test gives the paired interval of the difference as 0.7001142 to
   * 2.4598858. Ten instances are drawn, not enumerated, hence the tolerance.
   */
  @Test
  void agreesWithStudentsPairedIntervalOnSleep() {
    GroupStatistic second = new GeometricMean(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);
    GroupStatistic first = new GeometricMean(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);

    RatioEstimate estimate = RatioBootstrap.paired(second, first, 1).orElseThrow();

    assertEquals(1.58, Math.log(estimate.ratio()), 1e-9);
    assertEquals(0.7001142, Math.log(interval(estimate).low()), 0.03);
    assertEquals(2.4598858, Math.log(interval(estimate).high()), 0.03);
  }

  /**
   * The first five of the same patients: differences 1.2, 2.4, 1.3, 1.3, 0.0; mean 1.24, variance
   * 0.723; with t(4) = 2.776445 from the tables ± 2.776445 × √(0.723 / 5) = 1.0557795.
   */
  @Test
  void equalsThePairedIntervalExactlyWhereResamplesAreEnumerated() {
    GroupStatistic second = new GeometricMean(1.9, 0.8, 1.1, 0.1, -0.1);
    GroupStatistic first = new GeometricMean(0.7, -1.6, -0.2, -1.2, -0.1);

    RatioEstimate estimate = RatioBootstrap.paired(second, first, 1).orElseThrow();

    assertEquals(1.24 - 1.0557795, Math.log(interval(estimate).low()), 1e-6);
    assertEquals(1.24 + 1.0557795, Math.log(interval(estimate).high()), 1e-6);
  }

  /**
   * Unpaired, the variances of the means add up: with the sample variances 0.648 and 0.847, ±
   * 2.776445 × √((0.648 + 0.847) / 5) = 1.5181849.
   */
  @Test
  void addsTheVariancesOfIndependentGroups() {
    GroupStatistic second = new GeometricMean(1.9, 0.8, 1.1, 0.1, -0.1);
    GroupStatistic first = new GeometricMean(0.7, -1.6, -0.2, -1.2, -0.1);

    RatioEstimate estimate = RatioBootstrap.independent(second, first, 1).orElseThrow();

    assertEquals(1.24 - 1.5181849, Math.log(interval(estimate).low()), 1e-6);
    assertEquals(1.24 + 1.5181849, Math.log(interval(estimate).high()), 1e-6);
  }

  @Test
  void ofSmallerGroupTakesTheDegreesOfFreedom() {
    GroupStatistic constant = new GeometricMean(0, 0, 0);
    GroupStatistic spread = new GeometricMean(-1, -0.5, 0, 0.5, 1);

    Interval interval = interval(RatioBootstrap.independent(spread, constant, 1).orElseThrow());

    // t(2) = 4.302653, standard error √(0.625 / 5)
    assertEquals(4.302653 * Math.sqrt(0.125), Math.log(interval.high()), 1e-6);
  }

  @Test
  void invertsWhenTheGroupsAreSwapped() {
    GroupStatistic a = new Mean(1, 2, 3, 4, 7);
    GroupStatistic b = new Mean(2, 2, 5, 6, 6);

    Interval there = interval(RatioBootstrap.independent(a, b, 1).orElseThrow());
    Interval back = interval(RatioBootstrap.independent(b, a, 1).orElseThrow());

    assertEquals(1 / there.high(), back.low(), 1e-12);
    assertEquals(1 / there.low(), back.high(), 1e-12);
  }

  @Test
  void cancelsWhatABlockDoesToBoth() {
    double[] block = {1, 10, 3, 30, 5};
    double[] group = Arrays.stream(block).map(x -> 1.5 * x).toArray();
    group[0] *= 1.001;

    Interval interval =
        interval(RatioBootstrap.paired(new Mean(group), new Mean(block), 1).orElseThrow());

    assertEquals(1.5, interval.low(), 0.002);
    assertEquals(1.5, interval.high(), 0.002);
  }

  /** Five times 1 against five times 2 was "2 to 2, decided". */
  @Test
  void figuresThatDoNotVaryHaveNoInterval() {
    GroupStatistic ones = new Mean(1, 1, 1, 1, 1);
    GroupStatistic twos = new Mean(2, 2, 2, 2, 2);

    RatioEstimate paired = RatioBootstrap.paired(twos, ones, 1).orElseThrow();
    RatioEstimate independent = RatioBootstrap.independent(twos, ones, 1).orElseThrow();

    assertEquals(2, paired.ratio(), 1e-12);
    assertEquals(Optional.empty(), paired.interval());
    assertEquals(2.0 / 252, paired.pValue().orElseThrow(), 1e-12);
    assertEquals(2.0 / 252, independent.pValue().orElseThrow(), 1e-12);
    assertTrue(paired.isConstant());
    assertEquals(1, RatioBootstrap.paired(ones, ones, 1).orElseThrow().pValue().orElseThrow());
  }

  /** Each pair is twice as much, and rounds differ: all that can be dealt out are five pairs. */
  @Test
  void fivePairsThatAllDifferAlikeDecideNothing() {
    double[] block = {1, 10, 3, 30, 5};
    GroupStatistic group = new Mean(Arrays.stream(block).map(x -> 2 * x).toArray());

    RatioEstimate estimate = RatioBootstrap.paired(group, new Mean(block), 1).orElseThrow();

    assertEquals(Optional.empty(), estimate.interval());
    assertEquals(2.0 / 32, estimate.pValue().orElseThrow(), 1e-12);
  }

  @Test
  void aShareOfFewEventsIsUncertainThoughInstancesAgree() {
    RatioEstimate estimate = late(new double[] {2, 2, 2, 2, 2}, new double[] {1, 1, 1, 1, 1});

    // √(1/10 + 1/5) is the standard error of two counts' log ratio
    assertEquals(2 * Math.exp(2.776445 * Math.sqrt(0.3)), interval(estimate).high(), 1e-4);
    assertTrue(estimate.pValue().orElseThrow() > 0.2);
  }

  /** Seconds of five servers that were paused for hundredths of ten seconds: no counts. */
  @Test
  void aShareOfAnAmountIsAsCertainAsItsInstancesAgree() {
    double[] ten = {10, 10, 10, 10, 10};
    GroupStatistic few =
        PooledShare.ofAmounts(new double[] {0.049, 0.045, 0.054, 0.047, 0.050}, ten);
    GroupStatistic more =
        PooledShare.ofAmounts(new double[] {0.100, 0.096, 0.104, 0.108, 0.094}, ten);
    GroupStatistic none = PooledShare.ofAmounts(new double[5], ten);

    RatioEstimate estimate = RatioBootstrap.independent(more, few, 1).orElseThrow();
    assertTrue(interval(estimate).low() > 1.8, estimate::toString);
    assertTrue(interval(estimate).high() < 2.4, estimate::toString);
    assertTrue(pValue(none, few) < 0.01, "no half second is added to a pause");
  }

  @Test
  void noLateTickAgainstManyInEveryInstanceIsDecided() {
    RatioEstimate estimate = late(new double[5], new double[] {180, 180, 180, 180, 180});

    assertEquals(0, estimate.ratio(), 0);
    assertEquals(0, interval(estimate).low(), 0);
    assertTrue(interval(estimate).high() < 0.05, () -> interval(estimate).toString());
    assertTrue(estimate.pValue().orElseThrow() < 0.01);
    RatioEstimate inverse = late(new double[] {180, 180, 180, 180, 180}, new double[5]);
    assertTrue(Double.isInfinite(inverse.ratio()) && Double.isInfinite(interval(inverse).high()));
    assertTrue(interval(inverse).low() > 20);
  }

  @Test
  void noLateTickAgainstManyInOneInstanceIsNot() {
    RatioEstimate estimate = late(new double[5], new double[] {900, 0, 0, 0, 0});

    assertTrue(estimate.pValue().orElseThrow() > 0.1, estimate::toString);
  }

  /** Also of figures that are no counts. */
  @Test
  void zerosOfOtherFiguresAreDecidedByTheirDifferences() {
    GroupStatistic none = new Mean(0, 0, 0, 0, 0);

    assertTrue(pValue(new Mean(7, 8, 7.5, 8.2, 7.1), none) < 0.001);
    assertTrue(pValue(new Mean(40, 0, 0, 0, 0), none) > 0.2);
    assertEquals(
        2.0 / 252,
        RatioBootstrap.independent(new Mean(7, 7, 7, 7, 7), none, 1)
            .orElseThrow()
            .pValue()
            .orElseThrow(),
        1e-12);
  }

  private static double pValue(GroupStatistic group, GroupStatistic baseline) {
    return RatioBootstrap.paired(group, baseline, 1).orElseThrow().pValue().orElseThrow();
  }

  private static RatioEstimate late(double[] group, double[] baseline) {
    double[] ticks = {9000, 9000, 9000, 9000, 9000};
    return RatioBootstrap.paired(
            PooledShare.ofCounts(group, ticks), PooledShare.ofCounts(baseline, ticks), 1)
        .orElseThrow();
  }

  /** Two late ticks where one was expected: no difference, however many ticks the other has. */
  @Test
  void theHalvesThatFillZerosMoveNoRatio() {
    double[] few = {100, 100, 100, 100, 100};
    double[] many = {10_000, 10_000, 10_000, 10_000, 10_000};
    RatioEstimate estimate =
        RatioBootstrap.paired(
                PooledShare.ofCounts(new double[] {1, 1, 0, 0, 0}, few),
                PooledShare.ofCounts(new double[] {22, 18, 20, 19, 21}, many),
                1)
            .orElseThrow();

    assertEquals(2, estimate.ratio(), 1e-12);
    assertEquals(2, estimate.uncertainty().orElseThrow().ratio(), 1e-12);
    assertTrue(estimate.pValue().orElseThrow() > 0.2, estimate.toString());
  }

  /** One event in all leaves a factor of e open, also if there are many instances without one. */
  @Test
  void oneEventOfManyInstancesStaysOneEvent() {
    double[] ticks = new double[10];
    Arrays.fill(ticks, 9000);
    double[] once = new double[10];
    once[0] = 1;
    double[] twiceEach = new double[10];
    Arrays.fill(twiceEach, 2);
    RatioEstimate estimate =
        RatioBootstrap.paired(
                PooledShare.ofCounts(twiceEach, ticks), PooledShare.ofCounts(once, ticks), 1)
            .orElseThrow();
    RatioEstimate.Interval interval = estimate.interval().orElseThrow();

    assertEquals(20, estimate.ratio(), 1e-12);
    assertTrue(interval.low() < 2.1 && interval.high() > 190, interval.toString());
  }

  @Test
  void isTheSameAgainForTheSameSeed() {
    double[] values = new double[50];
    Arrays.setAll(values, i -> 1 + i % 7);
    double[] others = new double[50];
    Arrays.setAll(others, i -> 1 + i % 11);

    assertEquals(
        RatioBootstrap.independent(new Mean(values), new Mean(others), 3),
        RatioBootstrap.independent(new Mean(values), new Mean(others), 3));
  }

  @Test
  void givesNoRatioToTwoZeros() {
    assertEquals(Optional.empty(), RatioBootstrap.independent(new Mean(0, 0), new Mean(0, 0), 1));
  }

  @Test
  void givesNoIntervalWhereAResampleIsZero() {
    RatioEstimate estimate =
        RatioBootstrap.independent(new Mean(0, 0, 3), new Mean(1, 2, 3), 1).orElseThrow();

    assertEquals(0.5, estimate.ratio(), 1e-12);
    assertEquals(Optional.empty(), estimate.interval());
  }

  @Test
  void givesNoIntervalToOneInstance() {
    RatioEstimate estimate =
        RatioBootstrap.independent(new Mean(3), new Mean(2, 2), 1).orElseThrow();

    assertEquals(1.5, estimate.ratio(), 1e-12);
    assertEquals(Optional.empty(), estimate.interval());
  }

  @Test
  void refusesPairsOfUnequalNumber() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RatioBootstrap.paired(new Mean(1, 2), new Mean(1, 2, 3), 1));
  }

  @Test
  void weighsInstancesByTheirWhole() {
    GroupStatistic late = PooledShare.ofCounts(new double[] {1, 0}, new double[] {10, 90});

    assertEquals(0.01, late.value(), 1e-12);
    assertTrue(Double.isNaN(PooledShare.ofCounts(new double[] {0}, new double[] {0}).value()));
  }

  private static Interval interval(RatioEstimate estimate) {
    return estimate.interval().orElseThrow();
  }

  /** One server has nearly all pauses: the ratio of sums is its own, and the others say more. */
  @Test
  void aTestOfInstancesDecidesOnItsOwnSideOnly() {
    GroupStatistic group =
        PooledShare.ofAmounts(new double[] {0, 0.9, 0.9, 0.9, 0.9}, new double[] {100, 1, 1, 1, 1});
    GroupStatistic baseline =
        PooledShare.ofAmounts(new double[] {0.2, 0.2, 0.2, 0.2, 0.2}, new double[] {1, 1, 1, 1, 1});

    RatioEstimate estimate = RatioBootstrap.independent(group, baseline, 1).orElseThrow();

    assertTrue(estimate.ratio() < 0.2, estimate::toString);
    assertTrue(estimate.pValue().orElseThrow() < 0.05, "the shares of most are higher");
    assertFalse(estimate.isOfOneSign());
    assertFalse(estimate.inverse().isOfOneSign());
  }

  /** The p-value of equivalence is the level whose doubled interval just reaches the margin. */
  @Test
  void equivalenceIsWhereTheIntervalOfTwiceTheLevelLiesWithinTheMargin() {
    RatioEstimate above =
        new RatioEstimate(1.02, Optional.of(new RatioEstimate.Uncertainty(1.02, 0.03, 10)));
    RatioEstimate below = above.inverse();
    RatioEstimate looked = above.seenAt(SpendingBoundary.of(5, 20).after(9));
    double p = above.pOfEquivalence(1.1).orElseThrow();
    double pOfLook = looked.pOfEquivalence(1.1).orElseThrow();

    assertEquals(1.1, above.interval(2 * p).orElseThrow().high(), 1e-6);
    assertEquals(p, below.pOfEquivalence(1.1).orElseThrow(), 1e-12);
    assertEquals(1 / 1.1, below.interval(2 * p).orElseThrow().low(), 1e-6);
    assertTrue(pOfLook > p, "one of many looks needs more");
    assertEquals(1.1, looked.interval(2 * pOfLook).orElseThrow().high(), 0.001);
    assertTrue(above.pOfEquivalence(1.01).orElseThrow() > 0.5, "it is beyond that margin");
  }

  @Test
  void instancesAreTestedAgainstAnyRatio() {
    RatioEstimate estimate =
        RatioBootstrap.independent(new Mean(0, 2, 2, 3, 3), new Mean(1, 1, 1.1, 0.9, 1), 1)
            .orElseThrow();

    assertEquals(2, estimate.ratio(), 1e-9);
    assertEquals(1, estimate.pOfInstances(1, false).orElseThrow(), "they are above 1");
    assertEquals(
        estimate.pValue().orElseThrow(), estimate.pOfInstances(1, true).orElseThrow(), 1e-12);
    assertEquals(1, estimate.pOfInstances(2, true).orElseThrow(), 1e-9);
    assertTrue(estimate.pOfInstances(9, false).orElseThrow() < 0.01);
  }
}
