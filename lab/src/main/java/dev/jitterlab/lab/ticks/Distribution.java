package dev.jitterlab.lab.ticks;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How often each value was recorded: signed nanoseconds with their counts. Holds only the values
 * that occurred, ascending, so that a second of ticks takes kilobytes where an HdrHistogram takes a
 * quarter of a megabyte. Immutable and thread-safe.
 *
 * <p>A value is the highest that its HdrHistogram bucket stands for (of early ticks: the highest
 * magnitude, negated). Quantiles therefore equal HdrHistogram's own and are off by at most its
 * precision, and distributions recorded with the same precision merge without further loss.
 */
public final class Distribution {
  private static final Distribution EMPTY =
      new Distribution(new long[0], new long[0], Resolution.FINEST);

  private final long[] valuesNs;

  /** Beside each value: how many recorded values are not above it. */
  private final long[] cumulativeCounts;

  private final Resolution resolution;

  private Distribution(long[] valuesNs, long[] cumulativeCounts, Resolution resolution) {
    this.valuesNs = valuesNs;
    this.cumulativeCounts = cumulativeCounts;
    this.resolution = resolution;
  }

  /** The distribution without values. */
  public static Distribution empty() {
    return EMPTY;
  }

  /** What the histogram recorded. */
  public static Distribution of(AbstractHistogram histogram) {
    long[] values = new long[64];
    long[] cumulative = new long[64];
    int size = 0;
    for (HistogramIterationValue recorded : histogram.recordedValues()) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
        cumulative = Arrays.copyOf(cumulative, 2 * size);
      }
      values[size] = recorded.getValueIteratedTo();
      cumulative[size] = recorded.getTotalCountToThisValue();
      size++;
    }
    return new Distribution(
        Arrays.copyOf(values, size),
        Arrays.copyOf(cumulative, size),
        new Resolution(
            histogram.getNumberOfSignificantValueDigits(),
            Long.highestOneBit(histogram.getLowestDiscernibleValue())));
  }

  /**
   * Takes values that are known to be in order.
   *
   * @param valuesNs ascending, no two equal; not copied
   * @param cumulativeCounts beside each value: how many recorded values are not above it
   */
  static Distribution ofAscending(long[] valuesNs, long[] cumulativeCounts, Resolution resolution) {
    return new Distribution(valuesNs, cumulativeCounts, resolution);
  }

  /** The same values, which their source had rounded to such a unit before. */
  public Distribution roundedTo(long unitNs) {
    return new Distribution(
        valuesNs,
        cumulativeCounts,
        resolution.and(new Resolution(resolution.significantDigits(), unitNs)));
  }

  /** How exactly the values are known: as well as the coarsest of those that were merged. */
  public Resolution resolution() {
    return resolution;
  }

  /** The same values with the opposite sign: what was recorded as the magnitude of earliness. */
  public Distribution negated() {
    int size = valuesNs.length;
    long[] values = new long[size];
    long[] cumulative = new long[size];
    for (int i = 0; i < size; i++) {
      int mirrored = size - 1 - i;
      values[i] = -valuesNs[mirrored];
      cumulative[i] = count() - (mirrored == 0 ? 0 : cumulativeCounts[mirrored - 1]);
    }
    return new Distribution(values, cumulative, resolution);
  }

  /** These values, and one more that was recorded so often, be it 0 times. */
  public Distribution and(long valueNs, long count) {
    return count == 0
        ? this
        : merge(
            this, new Distribution(new long[] {valueNs}, new long[] {count}, Resolution.FINEST));
  }

  /** All values of all the distributions together. */
  public static Distribution merge(Collection<Distribution> parts) {
    List<Distribution> level = List.copyOf(parts);
    while (level.size() > 1) {
      List<Distribution> wide = level;
      level =
          IntStream.range(0, (wide.size() + 1) / 2)
              .mapToObj(
                  i ->
                      2 * i + 1 == wide.size()
                          ? wide.get(2 * i)
                          : merge(wide.get(2 * i), wide.get(2 * i + 1)))
              .toList();
    }
    return level.isEmpty() ? EMPTY : level.getFirst();
  }

  private static Distribution merge(Distribution a, Distribution b) {
    // In locals: much of a report's time is spent here, in code of the C1 compiler.
    long[] valuesA = a.valuesNs;
    long[] valuesB = b.valuesNs;
    long[] countsA = a.cumulativeCounts;
    long[] countsB = b.cumulativeCounts;
    long[] values = new long[valuesA.length + valuesB.length];
    long[] cumulative = new long[values.length];
    int size = 0;
    int i = 0;
    int j = 0;
    long countA = 0;
    long countB = 0;
    while (i < valuesA.length && j < valuesB.length) {
      long valueA = valuesA[i];
      long valueB = valuesB[j];
      if (valueA <= valueB) {
        countA = countsA[i++];
      }
      if (valueB <= valueA) {
        countB = countsB[j++];
      }
      values[size] = Math.min(valueA, valueB);
      cumulative[size++] = countA + countB;
    }
    for (; i < valuesA.length; i++) {
      values[size] = valuesA[i];
      cumulative[size++] = countsA[i] + countB;
    }
    for (; j < valuesB.length; j++) {
      values[size] = valuesB[j];
      cumulative[size++] = countsB[j] + countA;
    }
    return new Distribution(
        Arrays.copyOf(values, size),
        Arrays.copyOf(cumulative, size),
        a.resolution.and(b.resolution));
  }

  private long countBefore(int index) {
    return index == 0 ? 0 : cumulativeCounts[index - 1];
  }

  /** How many values were recorded. */
  public long count() {
    return countBefore(valuesNs.length);
  }

  /** Whether nothing was recorded. */
  public boolean isEmpty() {
    return valuesNs.length == 0;
  }

  /**
   * The smallest value with at least the share q of all values not above it: the value of rank
   * {@link #rank}.
   *
   * @param q from 0 to 1
   * @throws IllegalStateException if the distribution is empty
   */
  public long quantileNs(double q) {
    requireValues();
    long rank = rank(q, count());
    int found = Arrays.binarySearch(cumulativeCounts, rank);
    return valuesNs[found >= 0 ? found : -found - 1];
  }

  /**
   * Which of the values in ascending order, counted from 1, is the q-quantile: ⌈q × count⌉, at
   * least 1. As HdrHistogram does, q is first lowered by one ulp, so that a product which is whole
   * but for rounding does not reach into the next value.
   */
  public static long rank(double q, long count) {
    double lowered = Math.clamp(Math.nextDown(100 * q), 0, 100);
    return Math.max(1, (long) Math.ceil(lowered * count / 100));
  }

  /**
   * The share of all values that are above that one, 0 of none. A value that shares its bucket
   * counts as above it, if it is not the bucket's highest.
   */
  public double shareAbove(long ns) {
    if (isEmpty()) {
      return 0;
    }
    int found = Arrays.binarySearch(valuesNs, ns);
    int notAbove = found >= 0 ? found + 1 : -found - 1;
    return 1 - (double) countBefore(notAbove) / count();
  }

  /** The values that are not below that one. */
  public Distribution from(long ns) {
    int found = Arrays.binarySearch(valuesNs, ns);
    int first = found >= 0 ? found : -found - 1;
    long below = countBefore(first);
    return new Distribution(
        Arrays.copyOfRange(valuesNs, first, valuesNs.length),
        Arrays.stream(cumulativeCounts, first, cumulativeCounts.length)
            .map(notAbove -> notAbove - below)
            .toArray(),
        resolution);
  }

  /** The mean, off by at most the precision of the histogram. */
  public double meanNs() {
    requireValues();
    double sum = 0;
    for (int i = 0; i < size(); i++) {
      sum += (double) valueNsAt(i) * countAt(i);
    }
    return sum / count();
  }

  /** The greatest value. */
  public long maxNs() {
    requireValues();
    return valuesNs[valuesNs.length - 1];
  }

  /** How many different values were recorded. */
  public int size() {
    return valuesNs.length;
  }

  /** The value at an index from 0 to {@link #size()}; ascending. */
  public long valueNsAt(int index) {
    return valuesNs[index];
  }

  /** How often the value at that index was recorded. */
  public long countAt(int index) {
    return cumulativeCounts[index] - countBefore(index);
  }

  private void requireValues() {
    if (isEmpty()) {
      throw new IllegalStateException("an empty distribution has no quantiles");
    }
  }
}
