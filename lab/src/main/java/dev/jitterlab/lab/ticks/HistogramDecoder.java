package dev.jitterlab.lab.ticks;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Reads histograms in HdrHistogram's compressed form straight into the values that occurred.
 *
 * <p>HdrHistogram's own decoder fills an array with a slot for every possible value, of which a
 * second of ticks uses a few dozen in tens of thousands; building and walking these arrays was most
 * of the time that a report took. This one reads its second format (the log's lines begin with
 * {@code HISTFAAA}): a header, then one number a slot, a count or, negative, so many empty slots in
 * a row, each in seven bits a byte, lowest first, signs folded into the lowest bit. Whatever is in
 * another form is left to HdrHistogram.
 *
 * <p>Not thread-safe; holds native memory until it is closed.
 */
final class HistogramDecoder implements AutoCloseable {
  private static final int COMPRESSED_COOKIE = 0x1c849314;
  private static final int COOKIE = 0x1c849313;
  private static final int COMPRESSED_HEADER_BYTES = 8;
  private static final int HEADER_BYTES = 40;

  /** Several times what a histogram of nanoseconds can take; more is not worth a fast way. */
  private static final int MOST_PAYLOAD_BYTES = 1 << 20;

  /** Of a number that is longer than eight bytes, the ninth has eight bits of it. */
  private static final int MOST_NUMBER_SHIFT = 56;

  private final Inflater inflater = new Inflater();
  private final byte[] header = new byte[HEADER_BYTES];
  private byte[] payload = new byte[1024];

  /** The first byte of the payload that has not been read. */
  private int next;

  private long[] values = new long[64];
  private long[] cumulativeCounts = new long[64];

  /**
   * Decodes one histogram.
   *
   * @throws DataFormatException if it is cut off or damaged
   */
  Distribution decode(byte[] compressed) throws DataFormatException {
    if (compressed.length < COMPRESSED_HEADER_BYTES
        || ByteBuffer.wrap(compressed).getInt() != COMPRESSED_COOKIE) {
      return byHdrHistogram(compressed);
    }
    inflater.reset();
    inflater.setInput(
        compressed, COMPRESSED_HEADER_BYTES, compressed.length - COMPRESSED_HEADER_BYTES);
    inflate(header, HEADER_BYTES);
    ByteBuffer fields = ByteBuffer.wrap(header);
    int cookie = fields.getInt();
    int payloadBytes = fields.getInt();
    int normalizingIndexOffset = fields.getInt();
    int significantDigits = fields.getInt();
    long lowestDiscernibleValue = fields.getLong();
    if (cookie != COOKIE
        || normalizingIndexOffset != 0
        || payloadBytes < 0
        || payloadBytes > MOST_PAYLOAD_BYTES) {
      return byHdrHistogram(compressed);
    }
    if (payload.length < payloadBytes) {
      payload = new byte[payloadBytes];
    }
    inflate(payload, payloadBytes);
    return distribution(payloadBytes, new Slots(significantDigits, lowestDiscernibleValue));
  }

  private static Distribution byHdrHistogram(byte[] compressed) throws DataFormatException {
    return Distribution.of(
        Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), 0));
  }

  private void inflate(byte[] target, int length) throws DataFormatException {
    for (int size = 0; size < length; ) {
      int more = inflater.inflate(target, size, length - size);
      if (more == 0) {
        throw new DataFormatException("the histogram is cut off");
      }
      size += more;
    }
  }

  private Distribution distribution(int payloadBytes, Slots slots) throws DataFormatException {
    int size = 0;
    long total = 0;
    long slot = 0;
    next = 0;
    while (next < payloadBytes) {
      long number = number(payloadBytes);
      if (number < 0) {
        slot -= number;
        continue;
      }
      if (number > 0) {
        if (size == values.length) {
          values = Arrays.copyOf(values, 2 * size);
          cumulativeCounts = Arrays.copyOf(cumulativeCounts, 2 * size);
        }
        total += number;
        values[size] = slots.highestValue(slot);
        cumulativeCounts[size++] = total;
      }
      slot++;
    }
    return Distribution.ofAscending(
        Arrays.copyOf(values, size), Arrays.copyOf(cumulativeCounts, size), slots.resolution());
  }

  /** Reads a count, or a negative number of empty slots. */
  private long number(int payloadBytes) throws DataFormatException {
    long folded = 0;
    for (int shift = 0; shift <= MOST_NUMBER_SHIFT; shift += 7) {
      if (next == payloadBytes) {
        throw new DataFormatException("the histogram's last count is cut off");
      }
      long bits = payload[next++] & 0xff;
      folded |= (shift == MOST_NUMBER_SHIFT ? bits : bits & 0x7f) << shift;
      if (bits < 0x80) {
        break;
      }
    }
    return (folded >>> 1) ^ -(folded & 1);
  }

  /**
   * Which values a slot stands for. The first {@code 2 × half} slots are a unit wide each; of what
   * follows, every {@code half} slots are twice as wide as the {@code half} before.
   */
  private static final class Slots {
    private final int significantDigits;
    private final int unitMagnitude;
    private final int halfMagnitude;

    Slots(int significantDigits, long lowestDiscernibleValue) throws DataFormatException {
      if (significantDigits < 0 || significantDigits > 5 || lowestDiscernibleValue < 1) {
        throw new DataFormatException("the histogram's header is damaged");
      }
      this.significantDigits = significantDigits;
      long exactBelow = 2 * Math.round(Math.pow(10, significantDigits));
      unitMagnitude = Long.SIZE - 1 - Long.numberOfLeadingZeros(lowestDiscernibleValue);
      halfMagnitude = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(exactBelow - 1)) - 1;
    }

    Resolution resolution() {
      return new Resolution(significantDigits, 1L << unitMagnitude);
    }

    /** The highest of the slot's values, as {@link Distribution} wants it. */
    long highestValue(long slot) {
      long doublings = Math.max(0, (slot >> halfMagnitude) - 1);
      long step = slot - (doublings << halfMagnitude);
      return ((step + 1) << (doublings + unitMagnitude)) - 1;
    }
  }

  @Override
  public void close() {
    inflater.close();
  }
}
