package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * Whether two groups differ, by their instances' own figures alone: for data of which no interval
 * of a ratio can be given, such as figures of zero, or those that are alike in every instance.
 *
 * <p>It is Student's t test of the differences (of pairs, or Welch's with the degrees of freedom of
 * the smaller group). Where nothing varies, t knows nothing, and an exact test decides: how many of
 * all ways to deal the figures out to both groups are as extreme. Five against five give 2 / 252 =
 * 0.0079, also where they ran in pairs: where no group varies from round to round, the rounds did
 * nothing that would have to be kept apart. Pairs that vary, and of which only the differences are
 * alike, are dealt out by pair: five give 2 / 2⁵ = 0.0625 and decide nothing, six give 0.031.
 * Immutable.
 */
final class InstanceTest {
  /** Figures that differ by less, for their size, come of the arithmetic. */
  private static final double ROUNDING = 1e-9;

  private final double[] ours;
  private final double[] theirs;
  private final boolean isPaired;
  private final boolean isLog;

  private InstanceTest(double[] ours, double[] theirs, boolean isPaired, boolean isLog) {
    this.ours = ours;
    this.theirs = theirs;
    this.isPaired = isPaired;
    this.isLog = isLog;
  }

  /**
   * What the instances say.
   *
   * @param pValue of "the true ratio is the one that was asked for"
   * @param isAbove whether theirs lies above it
   */
  record Result(double pValue, boolean isAbove) {}

  /**
   * Of pairs. Empty for fewer than two, or where a figure is unknown.
   *
   * @param isLog whether the figures are logarithms
   */
  static Optional<InstanceTest> paired(double[] ours, double[] theirs, boolean isLog) {
    return of(ours, theirs, true, isLog);
  }

  /** Of groups that have nothing to do with each other. Empty as of pairs. */
  static Optional<InstanceTest> independent(double[] ours, double[] theirs, boolean isLog) {
    return of(ours, theirs, false, isLog);
  }

  private static Optional<InstanceTest> of(
      double[] ours, double[] theirs, boolean isPaired, boolean isLog) {
    boolean isKnown =
        Math.min(ours.length, theirs.length) >= 2 && !isUnknown(ours) && !isUnknown(theirs);
    return isKnown
        ? Optional.of(new InstanceTest(ours, theirs, isPaired, isLog))
        : Optional.empty();
  }

  /** The same, seen from the other group. */
  InstanceTest inverse() {
    return new InstanceTest(theirs, ours, isPaired, isLog);
  }

  /** Whether no group varies at all. */
  boolean isConstant() {
    return isConstant(ours) && isConstant(theirs);
  }

  /** Whether the first group differs from that many times the second. */
  Result against(double ratio) {
    double[] others =
        Arrays.stream(theirs).map(one -> isLog ? one + Math.log(ratio) : one * ratio).toArray();
    double difference = mean(ours) - mean(others);
    return new Result(pValue(others, difference), difference > 0);
  }

  private double pValue(double[] others, double difference) {
    if (isConstant(ours) && isConstant(others)) {
      return exact(others);
    }
    if (!isPaired) {
      double squaredError = variance(ours) / ours.length + variance(others) / others.length;
      return student(difference, squaredError, Math.min(ours.length, others.length) - 1);
    }
    int n = ours.length;
    double[] differences = IntStream.range(0, n).mapToDouble(i -> ours[i] - others[i]).toArray();
    if (isConstant(differences)) {
      return differences[0] == 0 ? 1 : Math.pow(2, 1 - n);
    }
    return student(difference, variance(differences) / n, n - 1);
  }

  private double exact(double[] others) {
    double ways =
        CombinatoricsUtils.binomialCoefficientDouble(ours.length + others.length, ours.length);
    return isConstant(new double[] {ours[0], others[0]}) ? 1 : Math.min(1, 2 / ways);
  }

  private static double student(double difference, double squaredError, int degrees) {
    double t = Math.abs(difference) / Math.sqrt(squaredError);
    return 2 * new TDistribution(degrees).cumulativeProbability(-t);
  }

  private static boolean isUnknown(double[] figures) {
    return Arrays.stream(figures).anyMatch(figure -> !Double.isFinite(figure));
  }

  private static boolean isConstant(double[] figures) {
    double greatest = Arrays.stream(figures).map(Math::abs).max().orElseThrow();
    return Arrays.stream(figures)
        .allMatch(figure -> Math.abs(figure - figures[0]) <= ROUNDING * greatest);
  }

  static double mean(double[] figures) {
    return Arrays.stream(figures).average().orElseThrow();
  }

  static double variance(double[] figures) {
    double mean = mean(figures);
    return Arrays.stream(figures).map(x -> (x - mean) * (x - mean)).sum() / (figures.length - 1);
  }
}
