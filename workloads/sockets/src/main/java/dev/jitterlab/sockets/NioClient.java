package dev.jitterlab.sockets;

import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;

/** Asks in all sessions from one event loop on a selector. */
final class NioClient extends Peer {
  /** A stream gives way to the other sessions after so many messages. */
  private static final int MESSAGES_AT_ONCE = 16;

  private final InetSocketAddress to;
  private final SocketExchange exchange;
  private final Counts counts;
  private final Selector selector;
  private final ByteBuffer in;
  private final ByteBuffer request;
  private int running;

  private NioClient(InetSocketAddress to, SocketExchange exchange, Counts counts)
      throws IOException {
    this.to = to;
    this.exchange = exchange;
    this.counts = counts;
    this.selector = Selector.open();
    this.in = ByteBuffer.allocateDirect(exchange.bufferBytes());
    this.request = ByteBuffer.allocateDirect(exchange.requestBytes());
  }

  /** Starts the loop, which connects. */
  static NioClient start(InetSocketAddress to, SocketExchange exchange, Counts counts)
      throws IOException {
    NioClient client = new NioClient(to, exchange, counts);
    DaemonThreads.start("session", client::loop);
    return client;
  }

  /** A session, and what is left to write and to read of its exchange. */
  private static final class Conversation {
    private final SessionCount own;
    private ByteBuffer out;
    private boolean secondHalf;
    private int missing;

    Conversation(SessionCount own) {
      this.own = own;
    }
  }

  private void loop() {
    try {
      running = exchange.sessions();
      for (int i = 0; i < exchange.sessions(); i++) {
        connect(new Conversation(counts.of(i)));
      }
      while (!counts.isEnding() && running > 0) {
        selector.select(this::goOn);
      }
    } catch (IOException | RuntimeException e) { // such as a target without an address
      for (; running > 0; running--) {
        counts.sessionFailed("a session with " + to + " broke: " + e);
      }
    } finally {
      selector.keys().forEach(key -> Closing.quietly(key.channel()));
      Closing.quietly(selector);
    }
  }

  private void connect(Conversation conversation) throws IOException {
    if (exchange.kind().isDatagram()) {
      DatagramChannel channel = DatagramChannel.open().connect(to);
      channel.configureBlocking(false);
      readBack(channel);
      begin(channel.register(selector, SelectionKey.OP_READ, conversation), conversation);
      return;
    }
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, exchange.noDelay());
    if (channel.connect(to)) {
      readBack(channel);
      begin(channel.register(selector, SelectionKey.OP_READ, conversation), conversation);
    } else {
      channel.register(selector, SelectionKey.OP_CONNECT, conversation);
    }
  }

  private void readBack(SelectableChannel channel) {
    if (transport.isEmpty()) {
      transport = channel.getClass().getSimpleName() + "@" + selector.getClass().getSimpleName();
    }
  }

  private void goOn(SelectionKey key) {
    Conversation conversation = (Conversation) key.attachment();
    try {
      if (key.isConnectable()) {
        if (((SocketChannel) key.channel()).finishConnect()) {
          readBack(key.channel());
          begin(key, conversation);
        }
      } else if (key.isWritable()) {
        if (exchange.kind() == ExchangeKind.TCP_STREAM) {
          stream(key, conversation);
        } else {
          write(key, conversation);
        }
      } else {
        read(key, conversation);
      }
    } catch (IOException e) {
      counts.sessionFailed("a session with " + to + " broke: " + e);
      running--;
      Closing.quietly(key.channel());
    }
  }

  /** Sends the next request of a session, or ends it. */
  private void begin(SelectionKey key, Conversation conversation) throws IOException {
    if (!counts.goesOn(conversation.own)) {
      end(key);
      return;
    }
    conversation.out = request.duplicate();
    conversation.out.clear();
    if (exchange.kind() == ExchangeKind.TCP_STREAM) {
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    conversation.missing = exchange.responseBytes();
    conversation.secondHalf = !exchange.isSplit() || exchange.requestBytes() < 2;
    if (!conversation.secondHalf) {
      conversation.out.limit(exchange.requestBytes() / 2);
    }
    write(key, conversation);
  }

  private void end(SelectionKey key) {
    Closing.quietly(key.channel());
    running--;
    counts.sessionEnded();
  }

  private void write(SelectionKey key, Conversation conversation) throws IOException {
    WritableByteChannel channel = (WritableByteChannel) key.channel();
    int unused = channel.write(conversation.out);
    if (!conversation.out.hasRemaining() && !conversation.secondHalf) {
      conversation.secondHalf = true;
      conversation.out.limit(exchange.requestBytes());
      unused = channel.write(conversation.out);
    }
    int interest = conversation.out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }

  private void stream(SelectionKey key, Conversation conversation) throws IOException {
    WritableByteChannel channel = (WritableByteChannel) key.channel();
    for (int i = 0; i < MESSAGES_AT_ONCE; i++) {
      int unused = channel.write(conversation.out);
      if (conversation.out.hasRemaining()) {
        return;
      }
      conversation.own.countOperation(0);
      conversation.out.clear();
      if (!counts.goesOn(conversation.own)) {
        end(key);
        return;
      }
    }
  }

  private void read(SelectionKey key, Conversation conversation) throws IOException {
    boolean isOneShot = exchange.kind() == ExchangeKind.CRR;
    in.clear().limit(conversation.missing == 0 ? 1 : conversation.missing);
    int got = ((ReadableByteChannel) key.channel()).read(in);
    if (got < 0) {
      if (!isOneShot || conversation.missing > 0) {
        throw new IOException("the server has closed it");
      }
      key.channel().close();
      conversation.own.countOperation(exchange.responseBytes());
      if (counts.goesOn(conversation.own)) {
        connect(conversation);
      } else {
        end(key);
      }
      return;
    }
    if (isOneShot && got > conversation.missing) {
      throw new IOException("the response is longer than " + exchange.responseBytes() + " bytes");
    }
    conversation.missing -= got;
    if (conversation.missing == 0 && !isOneShot) {
      conversation.own.countOperation(exchange.responseBytes());
      begin(key, conversation);
    }
  }

  @Override
  public void close() {
    counts.end();
    selector.wakeup();
  }
}
