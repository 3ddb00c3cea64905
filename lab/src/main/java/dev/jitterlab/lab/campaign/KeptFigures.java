package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.statistics.Censoring;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What a kept run has of one metric of a group. An instance that refused its requests has only a
 * bound, and one that hung may have nothing. Either may be the worst of its group, so that neither
 * drops out: what they leave unknown is unknown of the group. Immutable.
 *
 * @param figures of the instances that have one
 * @param atLeast of instances of which only a lower bound is known: that bound
 * @param below of instances of which only an upper bound is known: that bound
 * @param without how many instances count and have none of these
 * @param doubt which bound all of them are because an instance failed at something, or the group
 *     answered less than another
 */
record KeptFigures(
    List<Double> figures, List<Double> atLeast, List<Double> below, int without, Censoring doubt) {
  /** Whether the run says anything of it, if only that no instance has a figure. */
  boolean isMeasured() {
    return without > 0 || known().length > 0;
  }

  /** The figures, and the bounds that stand for figures that are not known. */
  double[] known() {
    return values(Stream.of(figures, atLeast, below));
  }

  /** What the figure is that the known ones make together: itself, a bound, or not even that. */
  Censoring censoring() {
    return (without > 0 ? Censoring.UNKNOWN : doubt)
        .and(atLeast.isEmpty() ? Censoring.NONE : Censoring.AT_LEAST)
        .and(below.isEmpty() ? Censoring.NONE : Censoring.BELOW);
  }

  /** No instance has less; minus infinity where one may have anything. Of at least one instance. */
  double least() {
    return without > 0 || !below.isEmpty() || doubt == Censoring.BELOW || doubt == Censoring.UNKNOWN
        ? Double.NEGATIVE_INFINITY
        : Arrays.stream(known()).min().orElseThrow();
  }

  /** No instance has more; infinity where one may have anything. Of at least one instance. */
  double most() {
    return without > 0
            || !atLeast.isEmpty()
            || doubt == Censoring.AT_LEAST
            || doubt == Censoring.UNKNOWN
        ? Double.POSITIVE_INFINITY
        : Arrays.stream(known()).max().orElseThrow();
  }

  /**
   * The greatest figure in times of the least; the true one is no smaller, whatever the instances
   * have that are not known. Empty for fewer than two, where the least may be zero, and where each
   * may be only a bound: then the least of them may be as great as the others.
   */
  OptionalDouble spread() {
    OptionalDouble most = DoubleStream.of(values(Stream.of(figures, atLeast))).max();
    OptionalDouble least = DoubleStream.of(values(Stream.of(figures, below))).min();
    boolean areBounds = doubt != Censoring.NONE;
    return areBounds || known().length < 2 || most.isEmpty() || least.orElse(0) <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(1, most.getAsDouble() / least.getAsDouble()));
  }

  /** Whether a figure is zero, which no ratio can have. */
  boolean hasZero() {
    return figures.contains(0.0);
  }

  /** Whether all that is known is one and the same. */
  boolean isConstant() {
    return Arrays.stream(known()).distinct().count() == 1;
  }

  /** What is to be said beside the figures, such as {@code ; 1 without a figure}. */
  String reservation() {
    return said(without, "without a figure")
        + said(atLeast.size(), "known only to be at least so much")
        + said(below.size(), "known only to be below that")
        + (doubt == Censoring.NONE
            ? ""
            : "; better than deserved, perhaps, because some failed or answered less");
  }

  private static String said(int instances, String what) {
    return instances == 0 ? "" : "; " + instances + " " + what;
  }

  private static double[] values(Stream<List<Double>> of) {
    return of.flatMap(List::stream).mapToDouble(each -> each).toArray();
  }
}
