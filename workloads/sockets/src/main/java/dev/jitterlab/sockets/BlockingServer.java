package dev.jitterlab.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * Serves with waiting calls, as the program in C does: each session's thread takes a connection,
 * serves it to its end, and takes the next.
 */
final class BlockingServer extends Peer {
  private final SocketExchange exchange;
  private final Counts counts;
  private final BlockingSockets.Door door;
  private final Set<SocketWire> open = ConcurrentHashMap.newKeySet();

  private BlockingServer(SocketExchange exchange, Counts counts, BlockingSockets.Door door) {
    this.exchange = exchange;
    this.counts = counts;
    this.door = door;
  }

  /** Opens the door and starts the threads. */
  static BlockingServer start(
      InetSocketAddress at,
      SocketExchange exchange,
      Counts counts,
      BlockingSockets sockets,
      ThreadFactory threads)
      throws IOException {
    BlockingServer server = new BlockingServer(exchange, counts, sockets.open(at, exchange));
    for (int i = 0; i < exchange.sessions(); i++) {
      SessionCount own = counts.of(i);
      threads.newThread(() -> server.serve(own)).start();
    }
    return server;
  }

  private void serve(SessionCount own) {
    while (!counts.isEnding()) {
      try {
        SocketWire wire = door.accept();
        open.add(wire);
        try {
          if (transport.isEmpty()) {
            transport = Carriers.waiting(wire);
          }
          converse(wire, own);
        } finally {
          open.remove(wire);
          wire.close();
        }
      } catch (IOException e) {
        if (exchange.kind().isDatagram()) {
          counts.sessionFailed("the datagram socket broke: " + e);
          return;
        }
        // One connection broke: its client says so. The next one is taken.
      }
    }
  }

  private void converse(SocketWire wire, SessionCount own) throws IOException {
    if (exchange.kind() == ExchangeKind.TCP_STREAM) {
      int got = wire.receiveSome(exchange.requestBytes());
      while (got >= 0) {
        own.countReceived(got, exchange.requestBytes());
        got = wire.receiveSome(exchange.requestBytes());
      }
      return;
    }
    boolean isOneShot = exchange.kind() == ExchangeKind.CRR;
    while (receiveRequest(wire)) {
      wire.sendMessage(exchange.responseBytes(), exchange.isSplit());
      own.countOperation(exchange.requestBytes());
      if (isOneShot) {
        return;
      }
    }
  }

  private boolean receiveRequest(SocketWire wire) throws IOException {
    return exchange.kind().isDatagram()
        ? wire.receiveSome(exchange.requestBytes()) >= 0
        : wire.receiveAll(exchange.requestBytes());
  }

  @Override
  InetSocketAddress address() {
    return door.address();
  }

  @Override
  public void close() {
    counts.end();
    Closing.quietly(door);
    open.forEach(Closing::quietly);
  }
}
