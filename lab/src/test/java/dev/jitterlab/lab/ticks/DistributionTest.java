package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Property(tries = 300)
  void hasTheQuantilesOfHdrHistogram(
      @ForAll @Size(min = 1, max = 200) List<@LongRange(max = 10_000_000_000L) Long> values,
      @ForAll @DoubleRange(min = 0.001, max = 1) @Scale(4) double q) {
    Histogram histogram = histogram(values.stream().mapToLong(v -> v).toArray());

    Distribution distribution = Distribution.of(histogram);

    assertEquals(histogram.getValueAtPercentile(100 * q), distribution.quantileNs(q));
    assertEquals(histogram.getTotalCount(), distribution.count());
    assertEquals(histogram.getMaxValue(), distribution.maxNs());
  }

  @Property(tries = 200)
  void mergesAsHdrHistogramAdds(
      @ForAll @Size(max = 7)
          List<@Size(max = 30) List<@LongRange(max = 100_000_000L) Long>> parts) {
    Histogram added = histogram();
    for (List<Long> part : parts) {
      added.add(histogram(part.stream().mapToLong(v -> v).toArray()));
    }

    Distribution merged =
        Distribution.merge(
            parts.stream()
                .map(part -> histogram(part.stream().mapToLong(v -> v).toArray()))
                .map(Distribution::of)
                .toList());

    assertSame(Distribution.of(added), merged);
  }

  @Property(tries = 200)
  void isMirroredByNegation(
      @ForAll @Size(max = 50) List<@LongRange(max = 100_000_000L) Long> values) {
    Distribution distribution =
        Distribution.of(histogram(values.stream().mapToLong(v -> v).toArray()));

    assertSame(distribution, distribution.negated().negated());
    for (int i = 0, mirrored = distribution.size() - 1; mirrored >= 0; i++, mirrored--) {
      assertEquals(-distribution.valueNsAt(i), distribution.negated().valueNsAt(mirrored));
      assertEquals(distribution.countAt(i), distribution.negated().countAt(mirrored));
    }
  }

  /** More values, parts and growths of the table than a minute of ticks has. */
  @Test
  void addsManyUpAsItMergesThem() {
    SplittableRandom random = new SplittableRandom(1);
    DistributionSum sum = new DistributionSum();
    List<Distribution> parts = new ArrayList<>();
    for (int part = 0; part < 200; part++) {
      long[] values = random.longs(50, 0, 100_000_000L).toArray();
      Distribution late = Distribution.of(histogram(values));
      parts.add(part % 3 == 0 ? late.negated() : late);
      sum.add(parts.getLast());
      if (part % 50 == 0) {
        assertSame(Distribution.merge(parts), sum.sum());
      }
    }
    assertSame(Distribution.merge(parts), sum.sum());
  }

  /** Below 2,048 three digits are exact, so that these are plain numbers. */
  @Test
  void joinsEarlyAndLate() {
    Distribution early = Distribution.of(histogram(100, 200)).negated();
    Distribution late = Distribution.of(histogram(0, 300, 300));

    Distribution drift = Distribution.merge(List.of(late, early));

    assertEquals(5, drift.count());
    assertEquals(-200, drift.valueNsAt(0));
    assertEquals(-200, drift.quantileNs(0.2));
    assertEquals(-100, drift.quantileNs(0.21));
    assertEquals(0, drift.quantileNs(0.5));
    assertEquals(300, drift.quantileNs(0.61));
  }

  /** The NIST handbook's nearest-rank reading: the 95th of 100, not the 96th. */
  @Test
  void doesNotReachIntoTheNextValueByRounding() {
    long[] hundred = LongStream.rangeClosed(1, 100).toArray();
    Distribution distribution = Distribution.of(histogram(hundred));

    for (int percent = 1; percent <= 100; percent++) {
      assertEquals(percent, distribution.quantileNs(percent / 100.0));
    }
  }

  @Test
  void holdsOnlyWhatOccurred() {
    assertEquals(2, Distribution.of(histogram(5, 5_000_000, 5)).size());
  }

  @Test
  void hasTheMeanOfAllValues() {
    assertEquals(30, Distribution.of(histogram(10, 10, 70)).meanNs(), 1e-9);
    assertThrows(IllegalStateException.class, () -> Distribution.empty().meanNs());
  }

  @Test
  void hasNoQuantilesWithoutValues() {
    assertTrue(Distribution.merge(List.of()).isEmpty());
    assertEquals(0, Distribution.empty().count());
    assertThrows(IllegalStateException.class, () -> Distribution.empty().quantileNs(0.5));
    assertThrows(IllegalStateException.class, () -> Distribution.empty().maxNs());
  }

  private static void assertSame(Distribution expected, Distribution actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.valueNsAt(i), actual.valueNsAt(i));
      assertEquals(expected.countAt(i), actual.countAt(i));
    }
  }

  private static Histogram histogram(long... values) {
    Histogram histogram = new Histogram(20_000_000_000L, 3);
    Arrays.stream(values).forEach(histogram::recordValue);
    return histogram;
  }

  @Test
  void fromKeepsWhatIsEqualOrGreater() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(100, 7);
    histogram.recordValueWithCount(200, 2);
    histogram.recordValue(300);
    Distribution times = Distribution.of(histogram);
    assertSame(times, times.from(100));
    assertEquals(3, times.from(101).count());
    assertEquals(2, times.from(200).countAt(0));
    assertEquals(1, times.from(250).countAt(0));
    assertEquals(300, times.from(300).quantileNs(0.5));
    assertTrue(times.from(301).isEmpty());
    assertTrue(Distribution.empty().from(0).isEmpty());
  }

  @Test
  void shareAboveCountsWhatIsGreaterAndNotWhatIsEqual() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(100, 7);
    histogram.recordValueWithCount(200, 2);
    histogram.recordValue(300);
    Distribution times = Distribution.of(histogram);
    assertEquals(1, times.shareAbove(99));
    assertEquals(0.3, times.shareAbove(100), 1e-12);
    assertEquals(0.3, times.shareAbove(150), 1e-12);
    assertEquals(0.1, times.shareAbove(200), 1e-12);
    assertEquals(0, times.shareAbove(300));
    assertEquals(0, Distribution.empty().shareAbove(1));
  }
}
