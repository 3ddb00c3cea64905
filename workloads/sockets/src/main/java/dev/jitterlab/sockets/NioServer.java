package dev.jitterlab.sockets;

import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Serves all sessions from one event loop on a selector. */
final class NioServer extends Peer {
  private final SocketExchange exchange;
  private final Counts counts;
  private final Selector selector;
  private final ByteBuffer response;
  private final ByteBuffer datagram;
  private final Thread loop;
  private final DatagramSessions datagramSessions;
  private InetSocketAddress address;
  private int nextSession;

  private NioServer(SocketExchange exchange, Counts counts) throws IOException {
    this.exchange = exchange;
    this.counts = counts;
    this.selector = Selector.open();
    this.response = ByteBuffer.allocateDirect(exchange.responseBytes());
    this.datagram = ByteBuffer.allocateDirect(exchange.bufferBytes());
    this.datagramSessions = new DatagramSessions(counts, exchange.sessions());
    this.loop = DaemonThreads.named("session").newThread(this::loop);
  }

  /** Opens the port and starts the loop. */
  static NioServer start(InetSocketAddress at, SocketExchange exchange, Counts counts)
      throws IOException {
    NioServer server = new NioServer(exchange, counts);
    if (exchange.kind().isDatagram()) {
      DatagramChannel channel = DatagramChannel.open().bind(at);
      channel.configureBlocking(false);
      channel.register(server.selector, SelectionKey.OP_READ);
      server.address = (InetSocketAddress) channel.getLocalAddress();
    } else {
      ServerSocketChannel listening = ServerSocketChannel.open();
      listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listening.bind(at, SocketServer.BACKLOG);
      listening.configureBlocking(false);
      listening.register(server.selector, SelectionKey.OP_ACCEPT);
      server.address = (InetSocketAddress) listening.getLocalAddress();
    }
    server.loop.start();
    return server;
  }

  /** What is left to read and to write of a connection. */
  private static final class Conversation {
    private final SessionCount own;
    private final ByteBuffer in;
    private int missing;
    private ByteBuffer out;
    private boolean secondHalf;

    Conversation(SessionCount own, ByteBuffer in, int missing) {
      this.own = own;
      this.in = in;
      this.missing = missing;
    }
  }

  private void loop() {
    try {
      while (!counts.isEnding()) {
        selector.select(this::serve);
      }
    } catch (IOException e) {
      counts.sessionFailed("the selector broke: " + e);
    } finally {
      selector.keys().forEach(key -> Closing.quietly(key.channel()));
      Closing.quietly(selector);
    }
  }

  private void serve(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept((ServerSocketChannel) key.channel());
      } else if (exchange.kind().isDatagram()) {
        answer((DatagramChannel) key.channel());
      } else if (key.isWritable()) {
        write(key, (Conversation) key.attachment());
      } else {
        read(key, (Conversation) key.attachment());
      }
    } catch (IOException e) {
      Closing.quietly(key.channel()); // its client says so
    }
  }

  private void accept(ServerSocketChannel listening) throws IOException {
    SocketChannel channel = listening.accept();
    if (channel == null) {
      return;
    }
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, exchange.noDelay());
    SessionCount own = counts.of(nextSession++ % exchange.sessions());
    // All connections are read by one thread, and nothing stays in the buffer.
    Conversation conversation = new Conversation(own, datagram, exchange.requestBytes());
    channel.register(selector, SelectionKey.OP_READ, conversation);
    readBack(channel);
  }

  private void readBack(SelectableChannel channel) {
    if (transport.isEmpty()) {
      transport = channel.getClass().getSimpleName() + "@" + selector.getClass().getSimpleName();
    }
  }

  private void answer(DatagramChannel channel) throws IOException {
    readBack(channel);
    datagram.clear().limit(exchange.requestBytes());
    SocketAddress from = channel.receive(datagram);
    if (from != null) {
      response.clear();
      int unused = channel.send(response, from);
      datagramSessions.of(from).countOperation(exchange.requestBytes());
    }
  }

  private void read(SelectionKey key, Conversation conversation) throws IOException {
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer in = conversation.in;
    in.clear().limit(conversation.missing);
    int got = channel.read(in);
    if (got < 0) {
      channel.close();
      return;
    }
    if (exchange.kind() == ExchangeKind.TCP_STREAM) {
      conversation.own.countReceived(got, exchange.requestBytes());
      return;
    }
    conversation.missing -= got;
    if (conversation.missing == 0) {
      conversation.out = response.duplicate();
      conversation.out.clear();
      conversation.secondHalf = !exchange.isSplit() || exchange.responseBytes() < 2;
      if (!conversation.secondHalf) {
        conversation.out.limit(exchange.responseBytes() / 2);
      }
      write(key, conversation);
    }
  }

  private void write(SelectionKey key, Conversation conversation) throws IOException {
    SocketChannel channel = (SocketChannel) key.channel();
    int unused = channel.write(conversation.out);
    if (!conversation.out.hasRemaining() && !conversation.secondHalf) {
      conversation.secondHalf = true;
      conversation.out.limit(exchange.responseBytes());
      unused = channel.write(conversation.out);
    }
    if (conversation.out.hasRemaining()) {
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    conversation.missing = exchange.requestBytes();
    conversation.own.countOperation(exchange.requestBytes());
    if (exchange.kind() == ExchangeKind.CRR) {
      channel.close();
    } else if (key.interestOps() != SelectionKey.OP_READ) {
      key.interestOps(SelectionKey.OP_READ);
    }
  }

  @Override
  InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    counts.end();
    selector.wakeup();
  }
}
