package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import java.nio.ByteBuffer;

/** What decoders have in common. */
final class Wire {
  private Wire() {}

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
