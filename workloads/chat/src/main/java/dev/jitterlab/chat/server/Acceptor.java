package dev.jitterlab.chat.server;

import dev.jitterlab.chat.connection.OpenConnections;
import dev.jitterlab.chat.room.ChatCounters;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * The thread that takes in connections, the same for all designs. Where the system has no
 * descriptor or thread for one more, it counts that, waits a moment, and tries again: whoever is
 * connected is not touched.
 */
final class Acceptor implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
  private static final long PAUSE_MS = 50;

  private final ServerSocketChannel listening;
  private final OpenConnections open;
  private final ChatCounters counters;
  private final ChatDesign design;
  private final ChatSettings settings;
  private IOException failure; // null as long as all went well
  private boolean hasComplained;

  /**
   * Begins to accept.
   *
   * @throws IOException if the port is in use
   */
  Acceptor(ChatSettings settings, OpenConnections open, ChatDesign design) throws IOException {
    this.settings = settings;
    this.open = open;
    this.counters = open.rooms().counters();
    this.design = design;
    this.listening = ServerSocketChannel.open();
    try {
      listening.bind(new InetSocketAddress(settings.host, settings.port), settings.backlog);
    } catch (IOException e) {
      listening.close();
      throw new IOException(
          String.format(
              "cannot open TCP port %d on %s (%s); is it in use? Port 0 takes any free one",
              settings.port, settings.host, e.getMessage()),
          e);
    }
    DaemonThreads.start("chat-acceptor", this::acceptAll);
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) listening.getLocalAddress();
  }

  private void acceptAll() {
    while (listening.isOpen()) {
      try {
        accept();
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        counters.acceptFailures.increment();
        failure = e;
        pause();
      }
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listening.accept();
    if (!open.hasPlace()) {
      refuse(channel);
      return;
    }
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, settings.isNoDelay);
      if (settings.sendBufferBytes > 0) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes);
      }
    } catch (IOException e) { // the client has gone already
      channel.close();
      return;
    }
    design.admit(channel);
    complain();
  }

  private static void refuse(SocketChannel channel) {
    byte[] frame =
        FrameWriter.refused(
            Denial.SERVER_FULL, "the server has as many connections as it may; try again later");
    try (SocketChannel refused = channel) {
      refused.configureBlocking(false);
      int unused = refused.write(ByteBuffer.wrap(frame)); // a new socket has room for it
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a refused client has gone already", e);
    }
  }

  /** Without a descriptor nothing can be logged either: it is said when there is one again. */
  private void complain() {
    if (failure != null && !hasComplained) {
      hasComplained = true; // the counter has the others
      LOG.log(
          System.Logger.Level.WARNING,
          "connections could not be accepted for a while: "
              + failure.getMessage()
              + "; raise `ulimit -n`, or lower --max-connections");
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
