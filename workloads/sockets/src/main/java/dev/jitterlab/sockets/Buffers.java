package dev.jitterlab.sockets;

import java.nio.ByteBuffer;

/**
 * Buffers for messages, one a thread and kept, as in the program in C: a buffer for each connection
 * would measure their allocation, where a connection lives for one exchange.
 */
final class Buffers {
  private static final ThreadLocal<ByteBuffer> DIRECT = new ThreadLocal<>();
  private static final ThreadLocal<byte[]> HEAP = new ThreadLocal<>();

  private Buffers() {}

  /** This thread's buffer, large enough for both messages; whoever asks again gets the same. */
  static ByteBuffer direct(SocketExchange exchange) {
    ByteBuffer buffer = DIRECT.get();
    if (buffer == null || buffer.capacity() < exchange.bufferBytes()) {
      buffer = ByteBuffer.allocateDirect(exchange.bufferBytes());
      DIRECT.set(buffer);
    }
    return buffer;
  }

  /** The same, of the heap. */
  static byte[] heap(SocketExchange exchange) {
    byte[] buffer = HEAP.get();
    if (buffer == null || buffer.length < exchange.bufferBytes()) {
      buffer = new byte[exchange.bufferBytes()];
      HEAP.set(buffer);
    }
    return buffer;
  }
}
