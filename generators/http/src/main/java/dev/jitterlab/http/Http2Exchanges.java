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
final class Http2Exchanges implements Exchanges {
  private final EventLoopParker loop;
  private final Target target;
  private final Protocol protocol;
  private final Encryption encryption;
  private final long timeoutNs;
  private final NanoClock clock;
  private final Runnable sentAgain;
  private final List<Http2Link> links = new ArrayList<>();

  /**
   * Creates them, without connections.
   *
   * @param timeoutNs after which a request is given up, from its sending
   * @param sentAgain counts a request that goes out a second time
   */
  Http2Exchanges(
      EventLoopParker loop,
      Target target,
      Protocol protocol,
      Encryption encryption,
      long timeoutNs,
      NanoClock clock,
      Runnable sentAgain) {
    this.loop = loop;
    this.target = target;
    this.protocol = protocol;
    this.encryption = encryption;
    this.timeoutNs = timeoutNs;
    this.clock = clock;
    this.sentAgain = sentAgain;
  }

  @Override
  public void send(Exchange exchange) {
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
    Http2Link link = new Http2Link(this, loop.loop(), channel, target, protocol, timeoutNs, clock);
    links.add(link);
    link.send(exchange);
    encryption.addTo(channel, target);
    link.connect();
  }

  @Override
  public void lookForAnswers() {
    loop.spin();
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
