package dev.jitterlab.http;

import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.NanoClock;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;

/**
 * Sends requests over HTTP/1.1 to one server, each on a connection of its own: the one that was
 * idle for the shortest time, or else a new one. There are never more connections than requests
 * that may be under way.
 */
final class HttpExchanges extends Exchanges {
  private static final int READ_BYTES = 16_384;

  private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();

  /** Creates them, without connections. */
  HttpExchanges(
      EventLoopParker loop,
      Target target,
      Encryption encryption,
      long timeoutNs,
      NanoClock clock,
      Runnable sentAgain) {
    super(loop, target, encryption, timeoutNs, clock, sentAgain);
  }

  @Override
  void send(Exchange exchange) {
    HttpConnection connection = idle.pollLast();
    if (connection == null) {
      connect(exchange);
      return;
    }
    connection.begin(exchange);
    connection.write();
  }

  /** Sends a request again that the server cannot have seen; returns false if it must not be. */
  boolean sendAgain(Exchange exchange) {
    if (!exchange.request().canBeRepeated() || !exchange.trySendAgain()) {
      return false;
    }
    sentAgain.run();
    connect(exchange);
    return true;
  }

  private void connect(Exchange exchange) {
    SocketChannel channel;
    try {
      channel = loop.newChannel();
    } catch (ChannelException e) { // too many open files: later ones may go out
      exchange.ended(RequestOutcome.FAILED, clock.nanoTime());
      return;
    }
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0); // the request has a timeout
    channel.config().setRecvByteBufAllocator(new FixedRecvByteBufAllocator(READ_BYTES));
    HttpConnection connection = new HttpConnection(this, channel);
    encryption.addTo(channel, target);
    channel.pipeline().addLast(connection);
    connection.begin(exchange); // first: it may be connected before register returns
    ChannelFuture unused =
        loop.loop()
            .register(channel)
            .addListener(registered -> connect(channel, connection, registered.isSuccess()));
  }

  private void connect(SocketChannel channel, HttpConnection connection, boolean isRegistered) {
    if (!isRegistered) {
      connection.connected(false);
      return;
    }
    ChannelFuture unused =
        channel
            .connect(target.address())
            .addListener(connected -> connection.connected(connected.isSuccess()));
  }

  boolean isEncrypted() {
    return encryption.isUsed();
  }

  /** Takes back a connection for the next request. */
  void idle(HttpConnection connection) {
    idle.addLast(connection);
  }

  /** Forgets a connection that was closed. */
  void gone(HttpConnection connection) {
    idle.remove(connection);
  }
}
