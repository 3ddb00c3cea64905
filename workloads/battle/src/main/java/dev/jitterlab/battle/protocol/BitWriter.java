package dev.jitterlab.battle.protocol;

/** Writes numbers of any width into bytes, the highest bit first. Not thread-safe. */
final class BitWriter {
  private byte[] bytes;
  private int bits;
  private long pending;
  private int pendingBits;

  /** Starts anew, from the beginning of the array. */
  void start(byte[] into) {
    startAt(into, 0);
  }

  /** Starts anew, from that byte on. */
  void startAt(byte[] into, int offset) {
    bytes = into;
    bits = offset * Byte.SIZE;
    pending = 0;
    pendingBits = 0;
  }

  /** Writes the lowest bits of a value, 0 to 48 of them. */
  void put(long value, int width) {
    pending = pending << width | (value & ((1L << width) - 1));
    pendingBits += width;
    while (pendingBits >= Byte.SIZE) {
      pendingBits -= Byte.SIZE;
      bytes[bits >> 3] = (byte) (pending >> pendingBits);
      bits += Byte.SIZE;
    }
  }

  void putBit(boolean value) {
    put(value ? 1 : 0, 1);
  }

  /**
   * Writes a number that is mostly near 0, by the Exp-Golomb code of that order: the shortest are
   * {@code order} + 1 bits, and each doubling of the magnitude costs two more.
   */
  void putSigned(int value, int order) {
    int folded = (value << 1) ^ (value >> 31);
    int prefixed = (folded >>> order) + 1;
    int length = Integer.SIZE - Integer.numberOfLeadingZeros(prefixed);
    put(0, length - 1);
    put(prefixed, length);
    put(folded, order);
  }

  /** Writes that many bits from the start of that byte on. */
  void putCopy(byte[] from, int offset, int width) {
    int at = offset;
    int left = width;
    for (; left >= Byte.SIZE; left -= Byte.SIZE) {
      put(from[at++], Byte.SIZE);
    }
    if (left > 0) {
      put((from[at] & 0xFF) >> (Byte.SIZE - left), left);
    }
  }

  /** Returns how many bits stand before the next one, counted from the start of the array. */
  int position() {
    return bits + pendingBits;
  }

  /** Fills the last byte up with 0. Returns how many bytes stand from the start of the array. */
  int finish() {
    if (pendingBits > 0) {
      put(0, Byte.SIZE - pendingBits);
    }
    return bits >> 3;
  }
}
