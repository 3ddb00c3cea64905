package dev.jitterlab.connections;

import java.nio.ByteBuffer;

/**
 * Cuts one connection's bytes into frames. An idle connection keeps no buffer: only bytes of an
 * unfinished frame are kept, and no more than a frame may have. For one thread at a time.
 */
final class FrameParser {
  private static final byte[] NOTHING = {};

  private final int mostBytes;
  private byte[] kept = NOTHING;

  /** Is told whole frames. */
  interface Receiver {
    /**
     * A frame has come.
     *
     * @param payload from its position to its limit; only valid until this returns
     */
    void frame(byte type, ByteBuffer payload);
  }

  /**
   * @param mostBytes of a frame, without its length
   */
  FrameParser(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Takes bytes in.
   *
   * @return whether a frame has ended in them
   * @throws BadFrame if they are no frames; then the connection is of no use any more
   */
  boolean take(ByteBuffer bytes, Receiver receiver) throws BadFrame {
    boolean hasEnded = false;
    ByteBuffer all = bytes;
    if (kept.length > 0) {
      all = ByteBuffer.allocate(kept.length + bytes.remaining());
      all.put(kept).put(bytes).flip();
      kept = NOTHING;
    }
    while (all.remaining() >= Frame.LENGTH_BYTES) {
      int length = all.getInt(all.position());
      if (length < 1) {
        throw new BadFrame("malformed");
      }
      if (length > mostBytes) {
        throw new BadFrame("oversized");
      }
      if (all.remaining() < Frame.LENGTH_BYTES + length) {
        break;
      }
      int end = all.position() + Frame.LENGTH_BYTES + length;
      ByteBuffer payload = all.duplicate();
      payload.position(all.position() + Frame.LENGTH_BYTES).limit(end);
      byte type = payload.get();
      receiver.frame(type, payload);
      all.position(end);
      hasEnded = true;
    }
    if (all.hasRemaining()) {
      kept = new byte[all.remaining()];
      all.get(kept);
    }
    return hasEnded;
  }

  /** Whether a frame has begun and not ended. */
  boolean isInFrame() {
    return kept.length > 0;
  }

  /** Bytes that are no frame. */
  static final class BadFrame extends Exception {
    private static final long serialVersionUID = 1;

    BadFrame(String reason) {
      super(reason, null, false, false);
    }
  }
}
