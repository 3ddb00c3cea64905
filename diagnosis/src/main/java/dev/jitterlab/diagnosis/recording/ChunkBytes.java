package dev.jitterlab.diagnosis.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of one part of a recording, read one value after the other. It throws an {@link
 * IndexOutOfBoundsException} where the part ends too early. Not thread-safe.
 */
final class ChunkBytes {
  private static final int MOST_OF_A_NUMBER = 8;

  private final byte[] bytes;
  private final int end;
  private int at;

  ChunkBytes(byte[] bytes, int length) {
    this.bytes = bytes;
    end = length;
  }

  int at() {
    return at;
  }

  void moveTo(long place) {
    if (place < 0 || place > end) {
      throw new IndexOutOfBoundsException(place);
    }
    at = (int) place;
  }

  void skip(long length) {
    moveTo(length < 0 ? -1 : at + length);
  }

  boolean isAtEnd() {
    return at == end;
  }

  byte one() {
    if (at == end) {
      throw new IndexOutOfBoundsException(at);
    }
    return bytes[at++];
  }

  /** Seven bits a byte, the lowest first; a ninth byte has eight. */
  long number() {
    long number = 0;
    for (int i = 0; i < MOST_OF_A_NUMBER; i++) {
      byte next = one();
      number |= (next & 0x7FL) << (7 * i);
      if (next >= 0) {
        return number;
      }
    }
    return number | (one() & 0xFFL) << (7 * MOST_OF_A_NUMBER);
  }

  /** How many follow; more than there are bytes is impossible. */
  int count() throws IOException {
    long count = number();
    if (count < 0 || count > end - at) {
      throw new IOException("more than there is: " + count);
    }
    return (int) count;
  }

  /** A number of eight bytes, the highest first. */
  long plain(int place) {
    return ByteBuffer.wrap(bytes, 0, end).getLong(place);
  }

  private String text(Charset charset) throws IOException {
    int length = count();
    String text = new String(bytes, at, length, charset);
    at += length;
    return text;
  }

  /** A text: null, a {@link String}, or a {@link Long} that names a constant. */
  Object text() throws IOException {
    byte encoding = one();
    return switch (encoding) {
      case 0 -> null;
      case 1 -> "";
      case 2 -> number();
      case 3 -> text(StandardCharsets.UTF_8);
      case 4 -> characters();
      case 5 -> text(StandardCharsets.ISO_8859_1);
      default -> throw new IOException("no encoding of a text: " + encoding);
    };
  }

  private String characters() throws IOException {
    int length = count();
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) number());
    }
    return text.toString();
  }

  /** Whether the bytes from a place on are the same as those. */
  boolean has(int place, byte[] those) {
    return those.length <= end - place
        && Arrays.equals(bytes, place, place + those.length, those, 0, those.length);
  }

  /** A number that equal bytes share. */
  int hash(int from, int to) {
    int hash = 1;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash ^ hash >>> 16;
  }

  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
