package dev.jitterlab.arena.wire;

import java.nio.ByteBuffer;

/** The first four bytes of every packet. */
public final class Headers {
  private Headers() {}

  /** Writes one. */
  public static void write(ByteBuffer buffer, int kind) {
    buffer.putShort((short) WireFormat.MAGIC).put((byte) WireFormat.VERSION).put((byte) kind);
  }

  /** Reads one; returns the packet's kind, or -1 if it is no packet of this version. */
  public static int read(ByteBuffer buffer) {
    if (buffer.remaining() < WireFormat.HEADER_BYTES
        || buffer.getShort() != (short) WireFormat.MAGIC
        || buffer.get() != (byte) WireFormat.VERSION) {
      return -1;
    }
    return buffer.get() & 0xFF;
  }
}
