package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Bytes that grow as they are written, and are used again. Not thread-safe. */
public final class RequestText {
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(UTF_8);

  private byte[] bytes = new byte[256];
  private int length;

  /** Empties it. */
  public void clear() {
    length = 0;
  }

  /** Returns the array, of which the first {@link #length} bytes are written. */
  public byte[] array() {
    return bytes;
  }

  /** Returns how many bytes are written. */
  public int length() {
    return length;
  }

  /** Adds one byte. */
  public void add(int one) {
    ensure(1);
    bytes[length++] = (byte) one;
  }

  /** Adds bytes. */
  public void add(byte[] from, int start, int end) {
    ensure(end - start);
    System.arraycopy(from, start, bytes, length, end - start);
    length += end - start;
  }

  /** Adds bytes. */
  public void add(byte[] from) {
    add(from, 0, from.length);
  }

  /** Adds a number in decimal digits. */
  public void addNumber(long number) {
    if (number < 0) {
      add('-');
      if (number == Long.MIN_VALUE) {
        add("9223372036854775808".getBytes(UTF_8));
        return;
      }
      number = -number;
    }
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    ensure(digits);
    int at = length + digits;
    length = at;
    do {
      bytes[--at] = (byte) ('0' + number % 10);
      number /= 10;
    } while (number > 0);
  }

  /** Adds bytes so that they are one part of a URI: percent and digits for all that is special. */
  void addEscaped(byte[] from, int start, int end) {
    for (int i = start; i < end; i++) {
      int one = from[i] & 0xff;
      if (isUnreserved(one)) {
        add(one);
      } else {
        add('%');
        add(HEX[one >> 4]);
        add(HEX[one & 0xf]);
      }
    }
  }

  private static boolean isUnreserved(int one) {
    return (one >= 'a' && one <= 'z')
        || (one >= 'A' && one <= 'Z')
        || (one >= '0' && one <= '9')
        || one == '-'
        || one == '.'
        || one == '_'
        || one == '~';
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }
}
