package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import java.nio.ByteBuffer;

/** What all packets have in common. */
final class Wire {
  static final short MAGIC = 0x4A42; // "JB"
  static final byte VERSION = 3;
  static final int HEADER_BYTES = 4;

  private Wire() {}

  static void putHeader(ByteBuffer out, int type) {
    out.putShort(MAGIC).put(VERSION).put((byte) type);
  }

  /** Reads the header up to the type, which is left to the caller; OK when all of it fits. */
  static Decoding readHeader(ByteBuffer in) {
    if (in.remaining() < HEADER_BYTES) {
      return Decoding.BAD_LENGTH;
    }
    if (in.getShort() != MAGIC) {
      return Decoding.BAD_MAGIC;
    }
    return in.get() == VERSION ? Decoding.OK : Decoding.BAD_VERSION;
  }

  static boolean isOnMap(int x, int y) {
    return x <= Arena.SIZE && y <= Arena.SIZE;
  }

  static int unsignedByte(ByteBuffer in) {
    return in.get() & 0xFF;
  }

  static int unsignedShort(ByteBuffer in) {
    return in.getShort() & 0xFFFF;
  }
}
