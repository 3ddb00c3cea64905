package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.Parting;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;

/**
 * Two threads for each connection: one reads and says what was read, one writes what waits. With
 * platform threads this is the design of 1998; virtual threads run the very same code.
 */
final class ThreadDesign implements ChatDesign {
  private final OpenConnections open;
  private final ThreadFactory threads;
  private final int bufferBytes;

  ThreadDesign(OpenConnections open, ThreadFactory threads, int bufferBytes) {
    this.open = open;
    this.threads = threads;
    this.bufferBytes = bufferBytes;
  }

  @Override
  public void admit(SocketChannel channel) throws IOException {
    ThreadConnection connection = new ThreadConnection(open, channel, bufferBytes);
    try {
      connection.start(threads);
    } catch (OutOfMemoryError e) { // "unable to create native thread": others must not suffer
      connection.end(Parting.REFUSED);
      connection.release();
      throw new IOException("the system has no thread for one more connection", e);
    }
  }

  @Override
  public void close() {
    open.endAll();
  }
}
