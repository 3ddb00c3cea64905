package dev.jitterlab.arena.bot;

import dev.jitterlab.arena.wire.Headers;
import dev.jitterlab.arena.wire.StateHeader;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A socket that many clients of one server share: a state says for which fighter it is, an answer
 * to a request to join has the request's nonce. Its thread receives. Thread-safe.
 */
final class ClientSocket implements AutoCloseable {
  private static final int SOCKET_BYTES = 4 << 20;
  private static final int FIGHTERS = 1 << 16;

  private final DatagramChannel channel;
  private final Thread receiver;
  private final Map<Long, ArenaBot> byNonce = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<ArenaBot> byFighter = new AtomicReferenceArray<>(FIGHTERS);
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(1 << 16);
  private final StateHeader state = new StateHeader();

  ClientSocket(String host, int number) throws IOException {
    channel = DatagramChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
    channel.bind(new InetSocketAddress(host, 0));
    receiver = DaemonThreads.start("arena-bots-" + number, this::receive);
  }

  /**
   * Returns how long the thread that receives has been on a CPU, in nanoseconds; -1 if the JVM
   * cannot say, or if the socket is closed.
   */
  long receiverCpuNs() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(receiver.getId()) : -1;
  }

  /** Sends a packet; false if the system refused it. */
  boolean send(ByteBuffer packet, InetSocketAddress to) {
    try {
      return channel.send(packet, to) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Gives a bot the answers to its requests to join, and what it is asked while it plays. */
  void joins(long nonce, ArenaBot bot) {
    byNonce.put(nonce, bot);
  }

  void joined(int fighter, ArenaBot bot) {
    byFighter.set(fighter, bot);
  }

  private void receive() {
    while (channel.isOpen()) {
      try {
        incoming.clear();
        if (channel.receive(incoming) != null) {
          incoming.flip();
          handle(System.nanoTime());
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException e) {
        // A port that nobody listens on any more: the load's figures show it.
      }
    }
  }

  private void handle(long nowNs) {
    int kind = Headers.read(incoming);
    if (kind == WireFormat.STATE) {
      if (state.read(incoming) && state.isLast()) {
        ArenaBot bot = byFighter.get(state.receiver());
        if (bot != null) {
          bot.acknowledged(state.acknowledged(), nowNs);
        }
      }
    } else if (incoming.remaining() >= Long.BYTES) {
      ArenaBot bot = byNonce.get(incoming.getLong());
      if (bot != null) {
        bot.answered(kind, incoming);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
