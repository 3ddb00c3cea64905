package dev.jitterlab.observer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SecondsHistogramTest {
  private final Histogram late = new Histogram(3);
  private final Histogram early = new Histogram(3);

  @Test
  void countsAValueInTheClassicBucketThatEndsAtOrAboveIt() {
    late.recordValue(9_900);
    late.recordValue(54_000_000);
    HistogramDataPointSnapshot point = SecondsHistogram.of(late);

    assertEquals(1, countAt(point, 0.000_01));
    assertEquals(1, countAt(point, 0.055));
    assertEquals(2, point.getCount());
  }

  @Test
  void countsAValueInTheNativeBucketThatHoldsIt() {
    late.recordValue(1_000); // 1 us = 2^-19.93, so bucket ceil(-159.5) = -159
    HistogramDataPointSnapshot point = SecondsHistogram.of(late);

    int index = point.getNativeBucketsForPositiveValues().getBucketIndex(0);
    double upper = Math.pow(2, index / 8.0);
    assertEquals(3, point.getNativeSchema());
    assertTrue(upper >= 1e-6 && upper / Math.pow(2, 1 / 8.0) < 1e-6, "bucket " + index);
  }

  @Test
  void keepsNegativeDriftBelowZero() {
    late.recordValue(3_000_000);
    early.recordValue(1_000_000);
    early.recordValue(1_000_000);
    HistogramDataPointSnapshot point = SecondsHistogram.of(late, early);

    assertEquals(3, point.getCount());
    assertEquals(2, point.getNativeBucketsForNegativeValues().getCount(0));
    assertEquals(2, countAt(point, 0.000_01), "early ticks are below every positive bound");
    assertEquals(0.001, point.getSum(), 0.000_01);
  }

  private static long countAt(HistogramDataPointSnapshot point, double upperBound) {
    return point.getClassicBuckets().stream()
        .filter(bucket -> bucket.getUpperBound() == upperBound)
        .mapToLong(ClassicHistogramBucket::getCount)
        .sum();
  }
}
