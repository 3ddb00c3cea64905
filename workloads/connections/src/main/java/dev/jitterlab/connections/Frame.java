package dev.jitterlab.connections;

import java.nio.ByteBuffer;

/**
 * The messages: four bytes of length, one of type, and the payload; the length counts type and
 * payload. Big endian.
 */
final class Frame {
  /** Client: I am here. Its payload is empty. A connection that does not say so is closed. */
  static final byte HELLO = 1;

  /** Server: you are in. */
  static final byte WELCOME = 2;

  /** Client: a message that comes back as {@link #ECHO}, with the same payload. */
  static final byte MESSAGE = 3;

  /** Server: the message. */
  static final byte ECHO = 4;

  /** Server to all: when it began to send this, by {@link System#nanoTime}. */
  static final byte BROADCAST = 5;

  /** Client: pairs of a time in ns (8 bytes) and how often a broadcast took so long (4 bytes). */
  static final byte TIMES = 6;

  /** Client: all connections of a step are in; measure. */
  static final byte STEP = 7;

  /** Server: measured. */
  static final byte STEP_MEASURED = 8;

  /** Bytes before the type. */
  static final int LENGTH_BYTES = 4;

  /** Bytes of one pair in {@link #TIMES}. */
  static final int PAIR_BYTES = 12;

  private Frame() {}

  /** A frame to send. */
  static ByteBuffer of(byte type, byte[] payload) {
    ByteBuffer frame = ByteBuffer.allocate(LENGTH_BYTES + 1 + payload.length);
    frame.putInt(1 + payload.length).put(type).put(payload).flip();
    return frame;
  }

  /** The same without payload. */
  static ByteBuffer of(byte type) {
    return of(type, new byte[0]);
  }

  /** The same with a time. */
  static ByteBuffer of(byte type, long ns) {
    return of(type, ByteBuffer.allocate(Long.BYTES).putLong(ns).array());
  }
}
