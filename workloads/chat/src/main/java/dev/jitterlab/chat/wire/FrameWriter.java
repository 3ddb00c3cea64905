package dev.jitterlab.chat.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds a frame that is not on the path of every message. Not thread-safe. */
public final class FrameWriter {
  private final ByteBuffer frame;

  /**
   * Begins a frame.
   *
   * @param fieldBytes how long its fields may become
   */
  public FrameWriter(byte kind, int fieldBytes) {
    frame = ByteBuffer.allocate(ChatWire.LENGTH_BYTES + 1 + fieldBytes);
    frame.putInt(0).put(kind);
  }

  /** Appends one byte. */
  public FrameWriter put(int value) {
    frame.put((byte) value);
    return this;
  }

  /** Appends four bytes. */
  public FrameWriter putInt(int value) {
    frame.putInt(value);
    return this;
  }

  /** Appends eight bytes. */
  public FrameWriter putLong(long value) {
    frame.putLong(value);
    return this;
  }

  /** Appends a name with its length in front. */
  public FrameWriter putName(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    frame.put((byte) bytes.length).put(bytes);
    return this;
  }

  /** Appends a text to the frame's end. */
  public FrameWriter putText(String text) {
    frame.put(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Appends bytes. */
  public FrameWriter put(byte[] bytes) {
    frame.put(bytes);
    return this;
  }

  /** Returns the frame, with its length. */
  public byte[] frame() {
    frame.putInt(0, frame.position() - ChatWire.LENGTH_BYTES);
    return Arrays.copyOf(frame.array(), frame.position());
  }

  /** Returns the frame that refuses something. */
  public static byte[] refused(Denial why, String words) {
    return new FrameWriter(ChatWire.REFUSED, 1 + 4 * words.length())
        .put(why.number())
        .putText(words)
        .frame();
  }
}
