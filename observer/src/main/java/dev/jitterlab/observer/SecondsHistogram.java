package dev.jitterlab.observer;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Turns histograms in nanoseconds into a Prometheus data point in seconds, classic and native.
 *
 * <p>The source keeps three significant digits; where its resolution leaves a choice, a value
 * counts as the later one, so no tick looks more punctual than it was.
 */
final class SecondsHistogram {
  /** Upper bounds in seconds; 55, 70, 100 and 200 ms are the thesis's late ticks at 20 Hz. */
  private static final double[] CLASSIC_BOUNDS = {
    0.000_01,
    0.000_025,
    0.000_05,
    0.000_1,
    0.000_25,
    0.000_5,
    0.001,
    0.002_5,
    0.005,
    0.01,
    0.025,
    0.05,
    0.055,
    0.07,
    0.1,
    0.2,
    0.5,
    1,
    2.5,
    10,
    Double.POSITIVE_INFINITY
  };

  /** Eight native buckets for each doubling: each is 9 % wide. */
  private static final int NATIVE_SCHEMA = 3;

  /** From 2^-32 s, less than a nanosecond, to 2^32 s. */
  private static final int FIRST_NATIVE_BUCKET = -32 << NATIVE_SCHEMA;

  private static final int NATIVE_BUCKETS = 64 << NATIVE_SCHEMA;

  private final long[] classic = new long[CLASSIC_BOUNDS.length];
  private final long[] positive = new long[NATIVE_BUCKETS];
  private final long[] negative = new long[NATIVE_BUCKETS];
  private long zeros;
  private double sum;

  private SecondsHistogram() {}

  /** Returns the data point of values that are not negative. */
  static HistogramDataPointSnapshot of(Histogram nanoseconds) {
    SecondsHistogram seconds = new SecondsHistogram();
    seconds.add(nanoseconds, 1);
    return seconds.dataPoint();
  }

  /** Returns the data point of signed values: {@code magnitudes} holds those below zero. */
  static HistogramDataPointSnapshot of(Histogram nanoseconds, Histogram magnitudes) {
    SecondsHistogram seconds = new SecondsHistogram();
    seconds.add(nanoseconds, 1);
    seconds.add(magnitudes, -1);
    return seconds.dataPoint();
  }

  private void add(Histogram histogram, int sign) {
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long count = value.getCountAtValueIteratedTo();
      double magnitude = value.getValueIteratedTo() / 1e9;
      sum += sign * magnitude * count;
      classic[classicBucket(sign * magnitude)] += count;
      if (magnitude == 0) {
        zeros += count;
      } else {
        (sign > 0 ? positive : negative)[nativeBucket(magnitude) - FIRST_NATIVE_BUCKET] += count;
      }
    }
  }

  private static int classicBucket(double seconds) {
    int at = Arrays.binarySearch(CLASSIC_BOUNDS, seconds);
    return at >= 0 ? at : -at - 1;
  }

  /** The index i of the bucket (b^(i-1), b^i], where b = 2^(2^-schema). */
  private static int nativeBucket(double seconds) {
    return (int) Math.ceil(Math.log(seconds) / Math.log(2) * (1 << NATIVE_SCHEMA));
  }

  private HistogramDataPointSnapshot dataPoint() {
    HistogramDataPointSnapshot.Builder point =
        HistogramDataPointSnapshot.builder()
            .classicHistogramBuckets(ClassicHistogramBuckets.of(CLASSIC_BOUNDS, classic))
            .nativeSchema(NATIVE_SCHEMA)
            .nativeZeroCount(zeros)
            .nativeBucketsForPositiveValues(buckets(positive))
            .nativeBucketsForNegativeValues(buckets(negative));
    point.sum(sum);
    return point.build();
  }

  private static NativeHistogramBuckets buckets(long[] counts) {
    int[] filled = IntStream.range(0, counts.length).filter(i -> counts[i] > 0).toArray();
    int[] indices = IntStream.of(filled).map(i -> i + FIRST_NATIVE_BUCKET).toArray();
    return NativeHistogramBuckets.of(
        indices, IntStream.of(filled).mapToLong(i -> counts[i]).toArray());
  }
}
