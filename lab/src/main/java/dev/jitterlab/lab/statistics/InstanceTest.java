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
 * Stateless.
 */
final class InstanceTest {
  /** Figures that differ by less, for their size, come of the arithmetic. */
  private static final double ROUNDING = 1e-9;

  private InstanceTest() {}

  /**
   * What the instances say.
   *
   * @param pValue of "no difference"
   * @param isConstant whether no group varies at all
   */
  record Result(double pValue, boolean isConstant) {}

  /** Of pairs. Empty for fewer than two, or where a figure is unknown. */
  static Optional<Result> paired(double[] ours, double[] theirs) {
    int n = ours.length;
    if (n < 2 || isUnknown(ours) || isUnknown(theirs)) {
      return Optional.empty();
    }
    if (isConstant(ours) && isConstant(theirs)) {
      return Optional.of(exact(ours, theirs));
    }
    double[] differences = IntStream.range(0, n).mapToDouble(i -> ours[i] - theirs[i]).toArray();
    if (isConstant(differences)) {
      return Optional.of(new Result(differences[0] == 0 ? 1 : Math.pow(2, 1 - n), false));
    }
    return Optional.of(student(mean(differences), variance(differences) / n, n - 1));
  }

  /** Of groups that have nothing to do with each other. Empty as of pairs. */
  static Optional<Result> independent(double[] ours, double[] theirs) {
    int fewest = Math.min(ours.length, theirs.length);
    if (fewest < 2 || isUnknown(ours) || isUnknown(theirs)) {
      return Optional.empty();
    }
    if (isConstant(ours) && isConstant(theirs)) {
      return Optional.of(exact(ours, theirs));
    }
    return Optional.of(
        student(
            mean(ours) - mean(theirs),
            variance(ours) / ours.length + variance(theirs) / theirs.length,
            fewest - 1));
  }

  private static Result exact(double[] ours, double[] theirs) {
    double ways =
        CombinatoricsUtils.binomialCoefficientDouble(ours.length + theirs.length, ours.length);
    return new Result(
        isConstant(new double[] {ours[0], theirs[0]}) ? 1 : Math.min(1, 2 / ways), true);
  }

  private static Result student(double difference, double squaredError, int degrees) {
    double t = Math.abs(difference) / Math.sqrt(squaredError);
    return new Result(2 * new TDistribution(degrees).cumulativeProbability(-t), false);
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
