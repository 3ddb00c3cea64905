package dev.jitterlab.sockets;

import java.io.Closeable;
import java.io.IOException;

/**
 * One end of a conversation, of calls that wait: a TCP connection, or a datagram socket. What is in
 * the messages means nothing. For one thread, but {@link #close}.
 */
abstract class SocketWire implements Closeable {
  private final Closeable socket;

  /**
   * @param socket carries the bytes, and is closed with this
   */
  SocketWire(Closeable socket) {
    this.socket = socket;
  }

  /** Sends so many bytes in one call, as far as the system takes them. */
  abstract void send(int bytes) throws IOException;

  /**
   * Receives what is there, waiting for the first byte.
   *
   * @return how many bytes; -1 at the end of the stream
   */
  abstract int receiveSome(int most) throws IOException;

  /** Receives so many bytes; false if the stream has ended before. */
  final boolean receiveAll(int bytes) throws IOException {
    for (int got = 0; got < bytes; ) {
      int more = receiveSome(bytes - got);
      if (more < 0) {
        return false;
      }
      got += more;
    }
    return true;
  }

  /** Sends a message as the exchange has it: in one piece, or in two. */
  final void sendMessage(int bytes, boolean split) throws IOException {
    if (split && bytes >= 2) {
      send(bytes / 2);
      send(bytes - bytes / 2);
    } else {
      send(bytes);
    }
  }

  /** The class that carries the bytes. */
  final String carrier() {
    return socket.getClass().getSimpleName();
  }

  @Override
  public final void close() throws IOException {
    socket.close();
  }
}
