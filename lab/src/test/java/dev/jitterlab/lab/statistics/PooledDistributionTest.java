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
import org.junit.jupiter.api.Test;

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

  private static Distribution values(int digits, long valueNs) {
    Histogram histogram = new Histogram(digits);
    histogram.recordValueWithCount(valueNs, 100);
    return Distribution.of(histogram);
  }

  private static double leastLogError(Distribution... instances) {
    return new PooledDistribution(List.of(instances)).quantileNs(0.5).leastLogError();
  }

  /** As steps of a load have two digits, and the log of collections whole microseconds. */
  @Test
  void leavesOpenWhatItsSourceRounded() {
    double ofWidth = 1 / Math.sqrt(12);
    Distribution ticks = values(3, 50_000_000);
    Distribution steps = values(2, 50_000_000);

    assertEquals(ofWidth / 1024, leastLogError(ticks, ticks), 1e-9);
    assertEquals(ofWidth / 128, leastLogError(steps, steps), 1e-9);
    assertEquals(ofWidth / 128, leastLogError(ticks, steps), 1e-9);
    Distribution pauses = values(3, 20_000).roundedTo(1_000);
    assertEquals(ofWidth * 1_000 / 20_000, leastLogError(pauses, pauses), 1e-4);
    assertEquals(ofWidth / 1024, leastLogError(ticks.roundedTo(1_000)), 1e-6);
  }
}
