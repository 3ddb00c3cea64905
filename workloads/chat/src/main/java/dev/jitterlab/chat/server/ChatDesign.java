package dev.jitterlab.chat.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** How connections are read and written. Thread-safe. */
interface ChatDesign extends AutoCloseable {
  /**
   * Takes over a connection.
   *
   * @param channel blocking; closed by the design from now on, also if this throws
   * @throws IOException if the system has no means for one more
   */
  void admit(SocketChannel channel) throws IOException;

  @Override
  void close();
}
