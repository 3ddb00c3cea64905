package dev.jitterlab.battle.bot.link;

import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;

/**
 * Opens links, and reads the sockets of all of them on one thread. It reads each ready socket once
 * per selection, which is one system call a packet. With impairments, the same thread delivers what
 * was delayed: late by a millisecond at most, which is what a selection can wait for, and what the
 * system takes to wake a thread. {@link #open} is thread-safe.
 */
public final class LinkReader implements AutoCloseable {
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

  private final NanoClock clock;
  private final InetAddress host;
  private final Impairments impairments;
  private final LinkMetrics metrics;
  private final Selector selector;
  private final DelayLine line;
  private final ByteBuffer buffer;
  private final Thread thread = DaemonThreads.named("bot-reader").newThread(this::run);

  /**
   * Creates a reader that does not read yet.
   *
   * @param host address that all links are opened at
   * @param packetBytes size of the largest packet; a longer one is cut to one byte more
   * @param underWay how many delayed packets there can be at once
   */
  public LinkReader(
      NanoClock clock,
      InetAddress host,
      Impairments impairments,
      int packetBytes,
      int underWay,
      LinkMetrics metrics)
      throws IOException {
    this.clock = clock;
    this.host = host;
    this.impairments = impairments;
    this.metrics = metrics;
    this.selector = Selector.open();
    this.line = new DelayLine(underWay, packetBytes + 1, selector::wakeup);
    this.buffer = ByteBuffer.allocateDirect(packetBytes + 1);
  }

  /** Starts to read. */
  public void start() {
    thread.start();
  }

  /**
   * Opens a link to a server.
   *
   * @param seed of what the link does to packets
   * @throws IOException if there is no socket, or none to that address
   */
  public Link open(InetSocketAddress server, long seed, Link.Receiver receiver) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.bind(new InetSocketAddress(host, 0));
      channel.connect(server);
      channel.configureBlocking(false);
      SocketLink socket = new SocketLink(channel, metrics);
      if (!impairments.isAny()) {
        register(channel, socket, receiver);
        return socket;
      }
      ImpairedLink link = new ImpairedLink(socket, receiver, impairments, seed, line, metrics);
      register(channel, socket, link);
      return link;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void register(DatagramChannel channel, SocketLink socket, Link.Receiver receiver)
      throws IOException {
    Runnable read =
        () -> {
          if (socket.receive(buffer)) {
            receiver.onPacket(buffer, clock.nanoTime());
          }
        };
    channel.register(selector, SelectionKey.OP_READ, read);
    selector.wakeup();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        long waitNs = line.beginWait(clock.nanoTime());
        if (waitNs == 0) {
          selector.selectNow(this::read);
        } else if (waitNs == Long.MAX_VALUE) {
          selector.select(this::read);
        } else {
          selector.select(this::read, (waitNs + MS - 1) / MS);
        }
        line.deliverDue(clock.nanoTime());
      }
    } catch (ClosedSelectorException e) {
      return; // closed between the check and the selection
    } catch (IOException e) {
      throw new UncheckedIOException("the bots' sockets cannot be read", e);
    }
  }

  private void read(SelectionKey key) {
    ((Runnable) key.attachment()).run();
  }

  /** Ends the thread; the links belong to others. */
  @Override
  public void close() throws IOException {
    selector.close();
  }
}
