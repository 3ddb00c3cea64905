package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the interval covers the truth, on five simulated instances a group: each instance's
 * ticks are log-normal about a scale that is log-normal itself over the instances, and paired
 * instances share a factor of their block. The seeds are fixed, so the test cannot flicker.
 */
@Tag("simulation")
class CoverageTest {
  private static final int INSTANCES = 5;
  private static final int TRIALS = 1_000;
  private static final int TICKS = 100;
  private static final double SPREAD = 0.4;
  private static final double[] TICK_SHAPE = tickShape();

  private static double[] tickShape() {
    NormalDistribution normal = new NormalDistribution();
    return IntStream.range(0, TICKS)
        .mapToDouble(i -> Math.exp(0.5 * normal.inverseCumulativeProbability((i + 0.5) / TICKS)))
        .toArray();
  }

  @ParameterizedTest(name = "true ratio {0}, paired {1}")
  @CsvSource({"1, true", "1, false", "1.5, true", "1.5, false"})
  void meansAreCovered(double truth, boolean paired) {
    double coverage = coverage(truth, paired, Mean::new);
    assertTrue(coverage >= 0.93, "covered " + coverage);
    assertTrue(coverage <= 0.985, "wider than needed: covered " + coverage);
  }

  @ParameterizedTest(name = "true ratio {0}, paired {1}")
  @CsvSource({"1, true", "1, false", "1.5, true", "1.5, false"})
  void quantilesOfMergedTicksAreCovered(double truth, boolean paired) {
    double median = coverage(truth, paired, scales -> pooled(scales).quantileNs(0.5));
    assertTrue(median >= 0.93, "the median covered " + median);
    double p99 = coverage(truth, paired, scales -> pooled(scales).quantileNs(0.99));
    assertTrue(p99 >= 0.93, "p99 covered " + p99);
    double max = coverage(truth, paired, scales -> pooled(scales).quantileNs(1));
    assertTrue(max >= 0.93, "the maximum covered " + max);
  }

  /**
   * Groups of other shapes: the baseline's instances vary four times as much, one instance in ten
   * is three times as slow, or the group's figures are skewed.
   */
  @ParameterizedTest(name = "{0}, paired {1}")
  @CsvSource({
    "WIDER, true",
    "WIDER, false",
    "OUTLIERS, true",
    "OUTLIERS, false",
    "SKEWED, true",
    "SKEWED, false"
  })
  void groupsOfDifferentShapesAreCovered(Shape shape, boolean paired) {
    SplittableRandom random =
        new SplittableRandom(20_261_122 + List.of(Shape.values()).indexOf(shape));
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] group = new double[INSTANCES];
      double[] baseline = new double[INSTANCES];
      for (int i = 0; i < INSTANCES; i++) {
        double block = paired ? Math.exp(0.5 * random.nextGaussian()) : 1;
        group[i] = 1.5 * block * Math.exp(shape.group(random));
        baseline[i] = block * Math.exp(shape.baseline(random));
      }
      RatioEstimate estimate =
          (paired
                  ? RatioBootstrap.paired(new Mean(group), new Mean(baseline), trial)
                  : RatioBootstrap.independent(new Mean(group), new Mean(baseline), trial))
              .orElseThrow();
      RatioEstimate.Interval interval = estimate.interval().orElseThrow();
      double truth = 1.5 * shape.ratioOfMeans();
      covered += interval.low() <= truth && truth <= interval.high() ? 1 : 0;
    }
    assertTrue(covered >= 0.93 * TRIALS, "covered " + covered);
  }

  private enum Shape {
    /**
     * Log-normal, of standard deviations 0.1 and 0.4; the means differ by e^((0.1² − 0.4²) / 2).
     */
    WIDER {
      @Override
      double group(SplittableRandom random) {
        return 0.1 * random.nextGaussian();
      }

      @Override
      double baseline(SplittableRandom random) {
        return 0.4 * random.nextGaussian();
      }

      @Override
      double ratioOfMeans() {
        return Math.exp((0.01 - 0.16) / 2);
      }
    },
    /** Both alike: one in ten is three times as slow. */
    OUTLIERS {
      @Override
      double group(SplittableRandom random) {
        return 0.2 * random.nextGaussian() + (random.nextDouble() < 0.1 ? Math.log(3) : 0);
      }

      @Override
      double baseline(SplittableRandom random) {
        return group(random);
      }

      @Override
      double ratioOfMeans() {
        return 1;
      }
    },
    /** The logarithms are exponential in the group, and normal in the baseline. */
    SKEWED {
      @Override
      double group(SplittableRandom random) {
        return -0.2 * Math.log(1 - random.nextDouble());
      }

      @Override
      double baseline(SplittableRandom random) {
        return 0.2 * random.nextGaussian();
      }

      @Override
      double ratioOfMeans() {
        return 1 / (1 - 0.2) / Math.exp(0.02);
      }
    };

    abstract double group(SplittableRandom random);

    abstract double baseline(SplittableRandom random);

    abstract double ratioOfMeans();
  }

  private static double coverage(
      double truth, boolean paired, Function<double[], GroupStatistic> statistic) {
    SplittableRandom random = new SplittableRandom(20_261_120 + Boolean.hashCode(paired));
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] blocks =
          IntStream.range(0, INSTANCES)
              .mapToDouble(i -> paired ? Math.exp(0.5 * random.nextGaussian()) : 1)
              .toArray();
      GroupStatistic group = statistic.apply(scales(truth, blocks, random));
      GroupStatistic baseline = statistic.apply(scales(1, blocks, random));
      Optional<RatioEstimate> estimate =
          paired
              ? RatioBootstrap.paired(group, baseline, trial)
              : RatioBootstrap.independent(group, baseline, trial);
      RatioEstimate.Interval interval = estimate.orElseThrow().interval().orElseThrow();
      if (interval.low() <= truth && truth <= interval.high()) {
        covered++;
      }
    }
    return (double) covered / TRIALS;
  }

  private static double[] scales(double factor, double[] blocks, SplittableRandom random) {
    return DoubleStream.of(blocks)
        .map(block -> factor * block * Math.exp(SPREAD * random.nextGaussian()))
        .toArray();
  }

  private static PooledDistribution pooled(double[] scales) {
    return new PooledDistribution(
        DoubleStream.of(scales).mapToObj(CoverageTest::ticksOfInstance).toList());
  }

  private static Distribution ticksOfInstance(double scale) {
    Histogram ticks = new Histogram(100_000, 2);
    for (double tick : TICK_SHAPE) {
      ticks.recordValue(Math.round(1_000 * scale * tick));
    }
    return Distribution.of(ticks);
  }
}
