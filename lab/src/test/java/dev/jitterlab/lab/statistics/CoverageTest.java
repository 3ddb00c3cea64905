package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the interval covers the truth, on five simulated instances a group: each instance's
 * ticks are log-normal about a scale that is log-normal itself over the instances, and paired
 * instances share a factor of their block. The seeds are fixed, so the test cannot flicker.
 */
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
