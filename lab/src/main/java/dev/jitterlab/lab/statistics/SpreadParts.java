package dev.jitterlab.lab.statistics;

import dev.jitterlab.lab.Units;
import java.util.Optional;
import java.util.function.IntBinaryOperator;

/**
 * Where the spread of the instances' figures comes from: the variance of log figures, divided among
 * JVMs, repeats within a JVM, seconds that the servers of a round share, and rounds. Immutable.
 *
 * <p>An analysis of variance of a balanced table (round × group × slice of the measurement), with
 * group and slice fixed and the rest random (Searle, Casella and McCulloch, "Variance Components",
 * 1992, chapter 4). A part that comes out below zero is zero. Slices must be long enough that
 * neighbours hardly correlate; where they do, a part of what is called a JVM's own belongs to the
 * time within it.
 *
 * @param jvm variance between JVMs of one group at equal time
 * @param within variance between the slices of one JVM, over the number of slices
 * @param sameSeconds what the servers of a round share in a slice, over the number of slices; 0
 *     where no two servers were measured at the same time
 * @param rounds what the servers of a round share throughout
 * @param trend the logarithm of last slice over first, in all servers alike
 * @param slices how many slices the measurement was divided into
 */
public record SpreadParts(
    double jvm, double within, double sameSeconds, double rounds, double trend, int slices) {

  /**
   * Divides the variance.
   *
   * @param logs of the figures, by round, group and slice; each round has all groups, each group
   *     all slices
   * @param together whether the servers of a round were measured at the same time
   * @return empty below two rounds, two groups or two slices
   */
  public static Optional<SpreadParts> of(double[][][] logs, boolean together) {
    int rounds = logs.length;
    int groups = rounds == 0 ? 0 : logs[0].length;
    int slices = groups == 0 ? 0 : logs[0][0].length;
    if (rounds < 2 || groups < 2 || slices < 2) {
      return Optional.empty();
    }
    Means means = new Means(logs, rounds, groups, slices);
    double ofRounds = 0;
    double ofJvms = 0;
    double ofSeconds = 0;
    double ofRest = 0;
    for (int r = 0; r < rounds; r++) {
      ofRounds += square(means.round[r] - means.all);
      for (int g = 0; g < groups; g++) {
        ofJvms += square(means.jvm[r][g] - means.round[r] - means.group[g] + means.all);
      }
      for (int s = 0; s < slices; s++) {
        ofSeconds += square(means.shared[r][s] - means.round[r] - means.slice[s] + means.all);
        for (int g = 0; g < groups; g++) {
          ofRest +=
              square(
                  logs[r][g][s]
                      - means.jvm[r][g]
                      - means.shared[r][s]
                      - means.trend[g][s]
                      + means.round[r]
                      + means.group[g]
                      + means.slice[s]
                      - means.all);
        }
      }
    }
    IntBinaryOperator free = (one, other) -> (one - 1) * (other - 1);
    double restFree = free.applyAsInt(rounds, groups) * (double) (slices - 1);
    double secondsFree = free.applyAsInt(rounds, slices);
    ofSeconds *= groups;
    double rest = together ? ofRest / restFree : (ofRest + ofSeconds) / (restFree + secondsFree);
    double seconds = together ? ofSeconds / secondsFree : rest;
    double jvms = ofJvms * slices / free.applyAsInt(rounds, groups);
    double inRounds = ofRounds * groups * slices / (rounds - 1);
    return Optional.of(
        new SpreadParts(
            Math.max(0, jvms - rest) / slices,
            rest / slices,
            Math.max(0, seconds - rest) / groups / slices,
            Math.max(0, inRounds - jvms - seconds + rest) / groups / slices,
            means.slice[slices - 1] - means.slice[0],
            slices));
  }

  private static double square(double value) {
    return value * value;
  }

  /** For people: a variance of log figures as the standard deviation, a share of the figure. */
  public static String deviation(double variance) {
    return Units.share(Math.expm1(Math.sqrt(variance)));
  }

  /** The variance of one instance's figure; what a comparison within rounds does not cancel. */
  public double ofAnInstance() {
    return jvm + within;
  }

  /**
   * The width of the interval of a ratio, as a share of what it is, with so many times the measured
   * time in each JVM. With so many times the instances it is 1 / √times.
   */
  public double widthWithTimesTheDuration(double times) {
    return ofAnInstance() == 0 ? 1 : Math.sqrt((jvm + within / times) / ofAnInstance());
  }

  private static final class Means {
    private final double all;
    private final double[] round;
    private final double[] group;
    private final double[] slice;
    private final double[][] jvm;
    private final double[][] shared;
    private final double[][] trend;

    Means(double[][][] logs, int rounds, int groups, int slices) {
      round = new double[rounds];
      group = new double[groups];
      slice = new double[slices];
      jvm = new double[rounds][groups];
      shared = new double[rounds][slices];
      trend = new double[groups][slices];
      double sum = 0;
      for (int r = 0; r < rounds; r++) {
        for (int g = 0; g < groups; g++) {
          for (int s = 0; s < slices; s++) {
            double log = logs[r][g][s];
            sum += log / rounds / groups / slices;
            round[r] += log / groups / slices;
            group[g] += log / rounds / slices;
            slice[s] += log / rounds / groups;
            jvm[r][g] += log / slices;
            shared[r][s] += log / groups;
            trend[g][s] += log / rounds;
          }
        }
      }
      all = sum;
    }
  }
}
