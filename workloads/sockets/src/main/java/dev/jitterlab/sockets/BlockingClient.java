package dev.jitterlab.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/** Asks with waiting calls, as the program in C does: a thread for each session. */
final class BlockingClient extends Peer {
  private final InetSocketAddress to;
  private final SocketExchange exchange;
  private final Counts counts;
  private final BlockingSockets sockets;
  private final Set<SocketWire> open = ConcurrentHashMap.newKeySet();

  private BlockingClient(
      InetSocketAddress to, SocketExchange exchange, Counts counts, BlockingSockets sockets) {
    this.to = to;
    this.exchange = exchange;
    this.counts = counts;
    this.sockets = sockets;
  }

  /** Starts the threads; each connects by itself. */
  static BlockingClient start(
      InetSocketAddress to,
      SocketExchange exchange,
      Counts counts,
      BlockingSockets sockets,
      ThreadFactory threads) {
    BlockingClient client = new BlockingClient(to, exchange, counts, sockets);
    for (int i = 0; i < exchange.sessions(); i++) {
      SessionCount own = counts.of(i);
      threads.newThread(() -> client.converse(own)).start();
    }
    return client;
  }

  private void converse(SessionCount own) {
    try {
      switch (exchange.kind()) {
        case CRR:
          while (counts.goesOn(own)) {
            connectRequestResponse(own);
          }
          break;
        case TCP_STREAM:
          stream(own);
          break;
        case TCP_RR:
        case UDP_RR:
          requestResponse(own);
          break;
      }
      counts.sessionEnded();
    } catch (IOException e) {
      counts.sessionFailed("a session with " + to + " broke: " + e);
    }
  }

  private SocketWire connect() throws IOException {
    return sockets.connect(to, exchange);
  }

  private void carriedBy(SocketWire wire) {
    transport = Carriers.waiting(wire);
  }

  private void connectRequestResponse(SessionCount own) throws IOException {
    try (SocketWire wire = connect()) {
      if (own.ownOperations() == 0) {
        carriedBy(wire);
      }
      wire.sendMessage(exchange.requestBytes(), exchange.isSplit());
      if (!wire.receiveAll(exchange.responseBytes()) || wire.receiveSome(1) >= 0) {
        throw new IOException("the response is not " + exchange.responseBytes() + " bytes");
      }
    }
    own.countOperation(exchange.responseBytes());
  }

  private void stream(SessionCount own) throws IOException {
    try (SocketWire wire = connect()) {
      open.add(wire);
      carriedBy(wire);
      while (counts.goesOn(own)) {
        wire.send(exchange.requestBytes());
        own.countOperation(0);
      }
    }
  }

  private void requestResponse(SessionCount own) throws IOException {
    boolean isDatagram = exchange.kind().isDatagram();
    try (SocketWire wire = connect()) {
      open.add(wire);
      carriedBy(wire);
      while (counts.goesOn(own)) {
        wire.sendMessage(exchange.requestBytes(), exchange.isSplit());
        boolean isWhole =
            isDatagram
                ? wire.receiveSome(exchange.responseBytes()) == exchange.responseBytes()
                : wire.receiveAll(exchange.responseBytes());
        if (!isWhole) {
          throw new IOException("the server has closed it");
        }
        own.countOperation(exchange.responseBytes());
      }
    }
  }

  @Override
  public void close() {
    counts.end();
    open.forEach(Closing::quietly);
  }
}
