package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;

class PooledDistributionTest {
  /** The control is HdrHistogram itself: the resample's histograms added up. */
  @Property(tries = 200)
  void equalsTheQuantileOfTheAddedHistograms(
      @ForAll @Size(3)
          List<@Size(min = 1, max = 20) List<@LongRange(max = 1_000_000) Long>> instances,
      @ForAll @IntRange(max = 3) int first,
      @ForAll @IntRange(max = 3) int second,
      @ForAll @DoubleRange(max = 1) double q) {
    int[] multiplicities = {first, second, 1};
    Histogram added = new Histogram(2_000_000, 3);
    List<Distribution> distributions = new ArrayList<>();
    for (int i = 0; i < instances.size(); i++) {
      Histogram histogram = new Histogram(2_000_000, 3);
      instances.get(i).forEach(histogram::recordValue);
      distributions.add(Distribution.of(histogram));
      for (int k = 0; k < multiplicities[i]; k++) {
        added.add(histogram);
      }
    }

    double quantile = new PooledDistribution(distributions).quantileNs(q).of(multiplicities);

    double nextUp = Math.max(q, Double.MIN_NORMAL); // HdrHistogram's 0th percentile is the minimum
    assertEquals(added.getValueAtPercentile(100 * nextUp), (long) quantile);
  }
}
