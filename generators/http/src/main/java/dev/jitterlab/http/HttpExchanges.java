package dev.jitterlab.http;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.NanoClock;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends one request to one server again and again, each on a connection of its own: the one that
 * was idle for the shortest time, or else a new one. There are never more connections than requests
 * that may be under way. Everything happens on the thread of the event loop.
 */
final class HttpExchanges {
  private final EventLoopParker loop;
  private final Target target;
  private final EncodedRequest request;
  private final long timeoutNs;
  private final AwaitedRequests requests;
  private final Optional<SlowRequestLog> slowRequests;
  private final NanoClock clock;
  private final ArrayDeque<HttpConnection> idle = new ArrayDeque<>();

  /**
   * Creates them, without connections.
   *
   * @param timeoutNs after which a request is given up, from its sending
   * @param slowRequests is told of each slow one
   */
  HttpExchanges(
      EventLoopParker loop,
      Target target,
      EncodedRequest request,
      long timeoutNs,
      AwaitedRequests requests,
      Optional<SlowRequestLog> slowRequests,
      NanoClock clock) {
    this.loop = loop;
    this.target = target;
    this.request = request;
    this.timeoutNs = timeoutNs;
    this.requests = requests;
    this.slowRequests = slowRequests;
    this.clock = clock;
  }

  /** Returns the server. */
  Target target() {
    return target;
  }

  /** Returns what is told of slow requests, if anything. */
  Optional<SlowRequestLog> slowRequests() {
    return slowRequests;
  }

  /** Returns what counts the requests. */
  AwaitedRequests requests() {
    return requests;
  }

  /**
   * Sends the request and returns without waiting; does nothing where too many are under way.
   *
   * @param fromNs from when the response time counts
   * @param onEnd is told the outcome, on this thread
   */
  void send(long fromNs, Consumer<RequestOutcome> onEnd) {
    if (!requests.trySend()) {
      return;
    }
    HttpConnection connection = idle.pollLast();
    if (connection == null) {
      connect(fromNs, onEnd);
      return;
    }
    connection.begin(fromNs, onEnd);
    connection.write(request);
  }

  /** Looks for answers now: for a sender that is too late to wait. */
  void lookForAnswers() {
    loop.spin();
  }

  /** Sends a request again that the server cannot have seen; returns false if it must not be. */
  boolean sendAgain(long fromNs, Consumer<RequestOutcome> onEnd) {
    if (!request.canBeRepeated()) {
      return false;
    }
    connect(fromNs, onEnd);
    return true;
  }

  private void connect(long fromNs, Consumer<RequestOutcome> onEnd) {
    SocketChannel channel;
    try {
      channel = loop.newChannel();
    } catch (ChannelException e) { // too many open files: later ones may go out
      ended(RequestOutcome.FAILED, 0);
      onEnd.accept(RequestOutcome.FAILED);
      return;
    }
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0); // the request has a timeout
    HttpConnection connection = new HttpConnection(this, channel, loop.loop(), clock, timeoutNs);
    channel.pipeline().addLast(new AnswerDecoder(request.isAnsweredWithoutBody()), connection);
    connection.begin(fromNs, onEnd); // first: it may be connected before register returns
    ChannelFuture unused =
        loop.loop()
            .register(channel)
            .addListener(registered -> connect(channel, connection, registered.isSuccess()));
  }

  private void connect(SocketChannel channel, HttpConnection connection, boolean isRegistered) {
    if (!isRegistered) {
      connection.connected(false, request);
      return;
    }
    ChannelFuture unused =
        channel
            .connect(target.address())
            .addListener(connected -> connection.connected(connected.isSuccess(), request));
  }

  /** Takes back a connection for the next request. */
  void idle(HttpConnection connection) {
    idle.addLast(connection);
  }

  /** Forgets a connection that was closed. */
  void gone(HttpConnection connection) {
    idle.remove(connection);
  }

  /** Counts the end of a request. */
  void ended(RequestOutcome outcome, long responseNs) {
    requests.ended(outcome, responseNs);
  }
}
