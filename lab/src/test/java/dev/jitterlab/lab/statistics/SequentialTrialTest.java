package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole sequential trials of three groups in blocks, 5 to 20 rounds, two comparisons with the
 * baseline, through the real estimator and the real correction: how often any look of a trial
 * without a difference reports one, and how often a difference is found. The seeds are fixed, so
 * the tests cannot flicker. For more trials: -Djitterlab.sequential.trials=20000.
 *
 * <p>The bootstrap is asked only where the standard error of the instances alone would report a
 * difference: the estimator's is never smaller, so nothing is missed.
 */
@Tag("simulation")
class SequentialTrialTest {
  private static final int AT_LEAST = 5;
  private static final int AT_MOST = 20;
  private static final int TRIALS = Integer.getInteger("jitterlab.sequential.trials", 1_500);
  private static final double LEVEL = 0.05;
  private static final double SPREAD = 0.1;

  /** By the instance's scale: every look of a trial asks for those of the looks before. */
  private static final Map<Double, Distribution> TICKS = new HashMap<>();

  private static final SpendingBoundary BOUNDARY = SpendingBoundary.of(AT_LEAST, AT_MOST);

  /** How an instance's log figure differs from what its block and group make it. */
  private interface Noise {
    double next(SplittableRandom random);
  }

  private static final Noise NORMAL = random -> SPREAD / Math.sqrt(2) * random.nextGaussian();

  /** One instance in ten is half again as slow as the others. */
  private static final Noise OUTLIERS =
      random -> NORMAL.next(random) + (random.nextInt(10) == 0 ? 0.4 : 0);

  private static final Noise SKEWED = random -> -SPREAD * Math.log(1 - random.nextDouble());

  @Test
  void falseAlarmsOfAllLooksStayBelowTheLevel() {
    assertFew("normal", alarms(NORMAL, Mean::new, TRIALS), TRIALS);
    assertFew("outliers", alarms(OUTLIERS, Mean::new, TRIALS), TRIALS);
    assertFew("skewed", alarms(SKEWED, Mean::new, TRIALS), TRIALS);
  }

  @Test
  void falseAlarmsOfATailOfMergedTicksToo() {
    int trials = TRIALS / 10; // nearly all of the time is theirs
    assertFew("p99", alarms(NORMAL, SequentialTrialTest::p99, trials), trials);
  }

  /** As nine ticks an instance are until the twelfth round: the p99 is the greatest of all. */
  @Test
  void aFigureThatHangsOnOneTickIsNotDecidedByAnyLook() {
    double[] slow = {1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.1};
    double[] fast = Arrays.stream(slow).map(scale -> scale / 3).toArray();
    RatioEstimate estimate = RatioBootstrap.paired(p99(fast), p99(slow), 1).orElseThrow();

    LookCorrection look = BOUNDARY.after(slow.length).of(p99(fast), p99(slow));

    assertTrue(estimate.pValue().orElseThrow() < 1e-6, "a single look decides it");
    assertEquals(1, estimate.seenAt(look).pValue().orElseThrow());
    assertEquals(0, estimate.seenAt(look).interval().orElseThrow().low());
    assertEquals(Double.POSITIVE_INFINITY, estimate.seenAt(look).interval().orElseThrow().high());
    assertTrue(p99(new double[11]).hangsOnOneValue());
    assertFalse(p99(new double[12]).hangsOnOneValue());
    assertSame(LookCorrection.NONE, LookCorrection.NONE.of(p99(fast), p99(slow)));
  }

  /** What would happen if each look were taken as if it were the only one. */
  @Test
  void withoutTheBoundaryFourTimesAsManyWouldReportADifference() {
    int alarms = 0;
    int trials = TRIALS / 3;
    for (int trial = 0; trial < trials; trial++) {
      alarms += new Trial(NORMAL, Mean::new, 1, trial).isFound(_ -> LookCorrection.NONE) ? 1 : 0;
    }
    assertTrue(alarms > 0.15 * trials, alarms + " of " + trials);
  }

  @Test
  void aDifferenceThatTwentyRoundsCanShowIsFoundEarlier() {
    int trials = TRIALS / 10;
    int found = 0;
    int rounds = 0;
    for (int trial = 0; trial < trials; trial++) {
      Trial one = new Trial(NORMAL, Mean::new, Math.exp(SPREAD), trial);
      found += one.isFound(BOUNDARY::after) ? 1 : 0;
      rounds += one.rounds;
    }
    assertTrue(found > 0.9 * trials, found + " of " + trials);
    assertTrue(rounds < 14 * trials, (double) rounds / trials + " rounds");
  }

  private static void assertFew(String name, int alarms, int trials) {
    assertTrue(alarms <= LEVEL * trials, name + ": " + alarms + " of " + trials);
  }

  private static int alarms(Noise noise, Function<double[], GroupStatistic> figure, int trials) {
    int alarms = 0;
    for (int trial = 0; trial < trials; trial++) {
      alarms += new Trial(noise, figure, 1, trial).isFound(BOUNDARY::after) ? 1 : 0;
    }
    return alarms;
  }

  /** One trial: the figures of all rounds, and the looks at the first of them. */
  private static final class Trial {
    private final Function<double[], GroupStatistic> figure;
    private final double[][] figures = new double[3][AT_MOST];
    private final long seed;
    private final Map<Integer, GroupStatistic> statistics = new HashMap<>(); // of so many rounds
    private int rounds;

    Trial(Noise noise, Function<double[], GroupStatistic> figure, double truth, int trial) {
      this.figure = figure;
      this.seed = trial;
      SplittableRandom random = new SplittableRandom(20_261_122L + trial);
      for (int round = 0; round < AT_MOST; round++) {
        double block = 0.2 * random.nextGaussian();
        for (int group = 0; group < figures.length; group++) {
          double effect = group == 2 ? Math.log(truth) : 0;
          figures[group][round] = Math.exp(block + effect + noise.next(random));
        }
      }
    }

    /** Whether any look finds any difference. */
    boolean isFound(Function<Integer, LookCorrection> looks) {
      for (rounds = AT_LEAST; rounds <= AT_MOST; rounds++) {
        statistics.clear();
        if (decides(looks.apply(rounds))) {
          return true;
        }
      }
      rounds = AT_MOST;
      return false;
    }

    /** Asks the bootstrap of one group after the other, as long as a difference may be found. */
    private boolean decides(LookCorrection look) {
      double[] pValues = {plainP(1, look), plainP(2, look)};
      int first = pValues[0] <= pValues[1] ? 1 : 2;
      for (int group : new int[] {first, 3 - first}) {
        if (!decides(pValues)) {
          return false;
        }
        pValues[group - 1] = p(group, look);
      }
      return decides(pValues);
    }

    private static boolean decides(double[] pValues) {
      double share = PairFamily.baselineShare(3);
      double other = PairFamily.otherShare(3);
      double[] corrected =
          Holm.corrected(
                  new double[] {share, share, other},
                  new double[] {pValues[0], pValues[1], 1},
                  new double[0])
              .differences();
      return Arrays.stream(corrected).anyMatch(p -> p < LEVEL);
    }

    private GroupStatistic statistic(int group) {
      return statistics.computeIfAbsent(
          group, any -> figure.apply(Arrays.copyOf(figures[any], rounds)));
    }

    private double p(int group, LookCorrection look) {
      return RatioBootstrap.paired(statistic(group), statistic(0), seed)
          .orElseThrow()
          .seenAt(look.of(statistic(group), statistic(0)))
          .pValue()
          .orElseThrow();
    }

    /** By the standard error of the instances' own log ratios. */
    private double plainP(int group, LookCorrection look) {
      GroupStatistic ours = statistic(group);
      GroupStatistic theirs = statistic(0);
      double[] logs =
          IntStream.range(0, rounds)
              .mapToDouble(i -> Math.log(ours.of(only(i)) / theirs.of(only(i))))
              .toArray();
      double mean = Arrays.stream(logs).average().orElseThrow();
      double squares = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
      double error = Math.sqrt(squares / (rounds - 1) / rounds);
      double distance = Math.abs(Math.log(ours.value() / theirs.value()));
      return look.of(ours, theirs)
          .overall(2 * new TDistribution(rounds - 1).cumulativeProbability(-distance / error));
    }

    private int[] only(int instance) {
      int[] multiplicities = new int[rounds];
      multiplicities[instance] = 1;
      return multiplicities;
    }
  }

  private static GroupStatistic p99(double[] scales) {
    List<Distribution> ticks =
        Arrays.stream(scales)
            .mapToObj(scale -> TICKS.computeIfAbsent(scale, SequentialTrialTest::ticks))
            .toList();
    return new PooledDistribution(ticks).quantileNs(0.99);
  }

  private static Distribution ticks(double scale) {
    Histogram histogram = new Histogram(1_000_000, 3);
    Stream.of(0.6, 0.8, 0.9, 1.0, 1.1, 1.3, 1.6, 2.0, 3.0)
        .forEach(part -> histogram.recordValue(Math.round(10_000 * scale * part)));
    return Distribution.of(histogram);
  }
}
