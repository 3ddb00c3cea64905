package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** HdrHistogram's own decoder is the reference. */
class HistogramDecoderTest {
  private static final long HIGHEST = Long.MAX_VALUE / 4;

  private final HistogramDecoder decoder = new HistogramDecoder();

  @Property(tries = 100)
  void readsWhatHdrHistogramReads(
      @ForAll @IntRange(max = 5) int digits,
      @ForAll @IntRange(max = 40) int lowestMagnitude,
      @ForAll @LongRange(max = 4_000_000_000L) long base,
      @ForAll @Size(max = 60) List<@IntRange(max = 28) Integer> shifts,
      @ForAll @Size(min = 1, max = 5) List<@LongRange(min = 1, max = 1L << 50) Long> counts)
      throws DataFormatException {
    int magnitude = digits == 5 ? Math.min(lowestMagnitude, 20) : lowestMagnitude;
    Histogram histogram = new Histogram(1L << magnitude, HIGHEST, digits);
    for (int i = 0; i < shifts.size(); i++) {
      long value = Math.min(HIGHEST - 1, base << shifts.get(i));
      histogram.recordValueWithCount(value, counts.get(i % counts.size()));
    }

    assertReadAlike(histogram);
  }

  @Test
  void readsEveryUnitAndPrecision() throws DataFormatException {
    for (int digits = 0; digits <= 4; digits++) {
      for (int magnitude = 0; magnitude <= 40; magnitude++) {
        Histogram histogram = new Histogram((1L << magnitude) + magnitude % 2, HIGHEST, digits);
        for (long value = 1; value < HIGHEST / 3; value *= 3) {
          histogram.recordValue(value);
        }
        assertReadAlike(histogram);
      }
    }
  }

  @Test
  void readsOneAfterTheOther() throws DataFormatException {
    for (int size : new int[] {2_000, 0, 1, 500}) {
      Histogram histogram = new Histogram(3);
      IntStream.range(0, size).forEach(value -> histogram.recordValue(7L * value));
      assertReadAlike(histogram);
    }
  }

  @Test
  void leavesOtherFormsToHdrHistogram() throws DataFormatException {
    DoubleHistogram doubles = new DoubleHistogram(3);
    doubles.recordValue(1);
    ByteBuffer buffer = ByteBuffer.allocate(doubles.getNeededByteBufferCapacity());
    int length = doubles.encodeIntoCompressedByteBuffer(buffer);
    byte[] other = Arrays.copyOf(buffer.array(), length);

    assertThrows(IllegalArgumentException.class, () -> decoder.decode(other), "it refuses them");

    Histogram shifted = new Histogram(1, HIGHEST, 3);
    shifted.recordValue(100_000);
    shifted.shiftValuesLeft(2);
    assertReadAlike(shifted);
  }

  @Test
  void findsOutWhatIsCutOff() {
    Histogram histogram = new Histogram(3);
    IntStream.range(0, 1_000).forEach(value -> histogram.recordValue((long) value * value));
    byte[] whole = encoded(histogram);

    for (int length = 8; length < whole.length - 8; length += 7) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThrows(DataFormatException.class, () -> decoder.decode(part), "after " + length);
    }
  }

  private void assertReadAlike(Histogram histogram) throws DataFormatException {
    byte[] encoded = encoded(histogram);
    Distribution expected =
        Distribution.of(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0));
    Distribution actual = decoder.decode(encoded);
    assertArrayEquals(values(expected), values(actual));
    assertArrayEquals(counts(expected), counts(actual));
    assertEquals(expected.resolution(), actual.resolution());
    assertEquals(histogram.getTotalCount(), actual.count());
  }

  private static long[] values(Distribution distribution) {
    return IntStream.range(0, distribution.size()).mapToLong(distribution::valueNsAt).toArray();
  }

  private static long[] counts(Distribution distribution) {
    return IntStream.range(0, distribution.size()).mapToLong(distribution::countAt).toArray();
  }

  private static byte[] encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }
}
