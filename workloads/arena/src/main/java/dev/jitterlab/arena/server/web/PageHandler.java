package dev.jitterlab.arena.server.web;

import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.load.port.BrowserPage;
import dev.jitterlab.tick.NanoClock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.timeout.IdleStateEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;

/**
 * One connection of a browser: it gets the page, or becomes a WebSocket and plays. For the event
 * loop's thread.
 */
final class PageHandler extends SimpleChannelInboundHandler<Object> {
  static final int MOST_MESSAGE_BYTES = 512;
  private static final int INPUT_BYTES = 8;
  private static final int PING_BYTES = 9;
  private static final String JOIN = "join ";

  /** More messages a second than the page sends in the hands of the fastest player. */
  private static final int MOST_A_SECOND = 200;

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final BrowserGame game;
  private final BrowserPage page;
  private final ChannelGroup pages;
  private final NanoClock clock;
  private Optional<BrowserGame.Player> player = Optional.empty();
  private WebSocketServerHandshaker handshaker;
  private boolean mayControl;
  private long secondStartNs;
  private int messages;
  private boolean hasJoined;
  private long joinedNs;

  PageHandler(BrowserGame game, BrowserPage page, ChannelGroup pages, NanoClock clock) {
    this.game = game;
    this.page = page;
    this.pages = pages;
    this.clock = clock;
    this.secondStartNs = clock.nanoTime();
  }

  /** Tells every page the news. */
  static void tellAll(ChannelGroup pages, BrowserGame game) {
    if (!pages.isEmpty()) {
      var unused =
          pages.writeAndFlush(new TextWebSocketFrame(game.newsForAll()), Channel::isWritable, true);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Object message) {
    if (message instanceof FullHttpRequest) {
      request(context, (FullHttpRequest) message);
    } else if (message instanceof WebSocketFrame) {
      frame(context, (WebSocketFrame) message);
    }
  }

  private void request(ChannelHandlerContext context, FullHttpRequest request) {
    page.answer(context, request)
        .ifPresent(
            shaker -> {
              mayControl =
                  mayControl(
                      (InetSocketAddress) context.channel().remoteAddress(),
                      (InetSocketAddress) context.channel().localAddress(),
                      request.headers());
              handshaker = shaker;
              ChannelFuture unused = handshaker.handshake(context.channel(), request);
            });
  }

  /**
   * Only a page at this machine may change how the arena works: its connection comes from the
   * loopback address, or from the very address that it goes to. It has to be opened by an address
   * and not by a name, so that no other site's name does it that leads here.
   */
  static boolean mayControl(
      InetSocketAddress remote, InetSocketAddress local, HttpHeaders headers) {
    InetAddress from = remote.getAddress();
    return from.isLoopbackAddress()
        ? BrowserPage.isLoopback(headers)
        : from.equals(local.getAddress())
            && BrowserPage.host(headers).equals(from.getHostAddress());
  }

  private void frame(ChannelHandlerContext context, WebSocketFrame frame) {
    if (isTooFast()) {
      game.refused(true);
      return;
    }
    if (frame instanceof BinaryWebSocketFrame) {
      binary(context, frame.content());
    } else if (frame instanceof TextWebSocketFrame) {
      text(context, ((TextWebSocketFrame) frame).text());
    } else if (frame instanceof PingWebSocketFrame) {
      if (context.channel().isWritable()) {
        send(context, new PongWebSocketFrame(frame.content().retain()));
      }
    } else if (frame instanceof CloseWebSocketFrame) {
      ChannelFuture unused = handshaker.close(context, (CloseWebSocketFrame) frame.retain());
    }
  }

  private boolean isTooFast() {
    long nowNs = clock.nanoTime();
    if (nowNs - secondStartNs >= NS_PER_SECOND) {
      secondStartNs = nowNs;
      messages = 0;
    }
    return ++messages > MOST_A_SECOND;
  }

  private void binary(ChannelHandlerContext context, ByteBuf content) {
    int kind = content.isReadable() ? content.getUnsignedByte(0) : -1;
    if (kind == WireFormat.INPUT && content.readableBytes() == INPUT_BYTES && player.isPresent()) {
      player.get().input(content.getInt(1), content.getByte(5), content.getUnsignedShort(6));
    } else if (kind == WireFormat.PING && content.readableBytes() == PING_BYTES) {
      echo(context, content);
    } else {
      game.refused(false);
    }
  }

  /**
   * Answers a ping. While much waits to be read, the echo is left out, as pictures are: the page
   * sends a ping each second, and over a slow link its player plays on.
   */
  private static void echo(ChannelHandlerContext context, ByteBuf ping) {
    if (context.channel().isWritable()) {
      ByteBuf echo = ping.copy();
      echo.setByte(0, WireFormat.PONG);
      send(context, new BinaryWebSocketFrame(echo));
    }
  }

  private void text(ChannelHandlerContext context, String text) {
    if (!text.startsWith(JOIN)) {
      game.control(text, mayControl);
      return;
    }
    if (!context.channel().isWritable()) {
      // A page joins once, when it has got nothing yet. Each welcome and its news take memory here.
      ChannelFuture unused = context.close();
      return;
    }
    long nowNs = clock.nanoTime();
    if (hasJoined && nowNs - joinedNs < NS_PER_SECOND) {
      game.refused(true); // each time is another fighter, in the world and in a record
      return;
    }
    hasJoined = true;
    joinedNs = nowNs;
    leave();
    Channel channel = context.channel();
    player =
        game.join(
            text.substring(JOIN.length()),
            part -> {
              if (channel.isWritable()) {
                ChannelFuture unused =
                    channel.writeAndFlush(new BinaryWebSocketFrame(Unpooled.copiedBuffer(part)));
              }
            });
    pages.add(channel);
    send(context, new TextWebSocketFrame(player.map(this::welcome).orElse("{\"type\":\"full\"}")));
    send(context, new TextWebSocketFrame(game.newsForOne()));
  }

  private String welcome(BrowserGame.Player one) {
    return String.format(
        Locale.ROOT,
        "{\"type\":\"welcome\",\"id\":%d,\"guest\":%b,\"control\":%b}",
        one.id(),
        one.isGuest(),
        mayControl);
  }

  private static void send(ChannelHandlerContext context, WebSocketFrame frame) {
    ChannelFuture unused = context.writeAndFlush(frame);
  }

  private void leave() {
    player.ifPresent(BrowserGame.Player::leave);
    player = Optional.empty();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      ChannelFuture unused = context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    leave();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    game.refused(false); // such as a frame that is too long; whose connection it is has gone then
    ChannelFuture unused = context.close();
  }
}
