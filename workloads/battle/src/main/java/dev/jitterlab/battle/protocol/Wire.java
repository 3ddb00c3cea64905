package dev.jitterlab.battle.protocol;

import java.nio.ByteBuffer;

/** What decoders have in common. */
final class Wire {
  private Wire() {}

  static int unsignedByte(ByteBuffer in) {
    return in.get() & 0xFF;
  }

  static int unsignedShort(ByteBuffer in) {
    return in.getShort() & 0xFFFF;
  }
}
