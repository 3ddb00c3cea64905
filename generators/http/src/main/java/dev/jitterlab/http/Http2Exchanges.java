package dev.jitterlab.http;

import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.NanoClock;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends requests over HTTP/2 to one server: each is a stream of a connection that has room for one
 * more, or of a new connection. Netty's codec does the protocol, which allocates for each request.
 */
final class Http2Exchanges extends Exchanges {
  final Protocol protocol;
  private final List<Http2Link> links = new ArrayList<>();

  /** Creates them, without connections. */
  Http2Exchanges(
      EventLoopParker loop,
      Target target,
      Protocol protocol,
      Encryption encryption,
      long timeoutNs,
      NanoClock clock,
      Runnable sentAgain) {
    super(loop, target, encryption, timeoutNs, clock, sentAgain);
    this.protocol = protocol;
  }

  @Override
  void send(Exchange exchange) {
    for (Http2Link link : links) {
      if (link.hasRoom()) {
        link.send(exchange);
        return;
      }
    }
    SocketChannel channel;
    try {
      channel = loop.newChannel();
    } catch (ChannelException e) { // too many open files: later ones may go out
      exchange.ended(RequestOutcome.FAILED, clock.nanoTime());
      return;
    }
    Http2Link link = new Http2Link(this, channel);
    links.add(link);
    link.send(exchange);
    encryption.addTo(channel, target);
    link.connect();
  }

  /**
   * Sends a request that a server has not begun, on whatever connection has room.
   *
   * @param wasSent false if it waited until now for its connection
   */
  void sendAgain(Exchange exchange, boolean wasSent) {
    if (wasSent) {
      sentAgain.run();
    }
    send(exchange);
  }

  /** Forgets a connection that takes no more requests. */
  void gone(Http2Link link) {
    links.remove(link);
  }
}
