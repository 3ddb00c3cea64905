package dev.jitterlab.battle.protocol;

import java.nio.ByteBuffer;

/**
 * Reads what {@link BitWriter} wrote. Never throws: past the end and after {@link #refuse} it reads
 * zeros, and {@link #isRefused} says so. Not thread-safe.
 */
final class BitReader {
  private static final int MAX_GOLOMB_ZEROS = 20;

  private ByteBuffer in;
  private long pending;
  private int pendingBits;
  private boolean refused;

  /** Starts at the buffer's position. */
  void start(ByteBuffer from) {
    in = from;
    pending = 0;
    pendingBits = 0;
    refused = false;
  }

  /** Reads a number of 0 to 48 bits. */
  long get(int width) {
    while (pendingBits < width) {
      if (refused || !in.hasRemaining()) {
        refused = true;
        return 0;
      }
      pending = pending << Byte.SIZE | (in.get() & 0xFF);
      pendingBits += Byte.SIZE;
    }
    pendingBits -= width;
    return pending >> pendingBits & ((1L << width) - 1);
  }

  /** Reads a number of 0 to 31 bits. */
  int getInt(int width) {
    return (int) get(width);
  }

  boolean getBit() {
    return get(1) != 0;
  }

  /** Reads what {@link BitWriter#putSigned} wrote. */
  int getSigned(int order) {
    int zeros = 0;
    while (!getBit()) {
      if (refused || ++zeros > MAX_GOLOMB_ZEROS) {
        refused = true;
        return 0;
      }
    }
    int prefixed = (1 << zeros) | getInt(zeros);
    int folded = ((prefixed - 1) << order) | getInt(order);
    return (folded >>> 1) ^ -(folded & 1);
  }

  /** Reads a number of that width that must be at most so large. */
  int getAtMost(int width, int most) {
    return inRange(getInt(width), 0, most);
  }

  /** Returns the value if it is in its range; refuses all that is read if not. */
  int inRange(int value, int low, int high) {
    if (value < low || value > high) {
      refused = true;
      return low;
    }
    return value;
  }

  void refuse() {
    refused = true;
  }

  boolean isRefused() {
    return refused;
  }

  /** Returns whether all was read, up to less than a byte of zeros, and nothing refused. */
  boolean isAtEnd() {
    return !refused
        && !in.hasRemaining()
        && pendingBits < Byte.SIZE
        && (pending & ((1L << pendingBits) - 1)) == 0;
  }
}
