package dev.jitterlab.arena.server.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.handler.timeout.IdleStateEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * One connection of a browser: it gets the page, or becomes a WebSocket and plays. Pages of other
 * sites are refused: a browser would let them connect to this machine. For the event loop's thread.
 */
final class PageHandler extends SimpleChannelInboundHandler<Object> {
  private static final String SOCKET = "/socket";
  private static final int MOST_MESSAGE_BYTES = 512;
  private static final int INPUT = 2;
  private static final int PING = 4;
  private static final int PONG = 68;
  private static final int INPUT_BYTES = 8;
  private static final int PING_BYTES = 9;
  private static final String JOIN = "join ";

  /** More messages a second than the page sends in the hands of the fastest player. */
  private static final int MOST_A_SECOND = 200;

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final BrowserGame game;
  private final byte[] page;
  private final boolean isLocal;
  private final ChannelGroup pages;
  private Optional<BrowserGame.Player> player = Optional.empty();
  private WebSocketServerHandshaker handshaker;
  private boolean mayControl;
  private long secondStartNs = System.nanoTime();
  private int messages;

  PageHandler(BrowserGame game, byte[] page, boolean isLocal, ChannelGroup pages) {
    this.game = game;
    this.page = page;
    this.isLocal = isLocal;
    this.pages = pages;
  }

  /** Tells every page the news. */
  static void tellAll(ChannelGroup pages, BrowserGame game) {
    if (!pages.isEmpty()) {
      var unused =
          pages.writeAndFlush(new TextWebSocketFrame(game.news()), Channel::isWritable, true);
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
    String path = request.uri().split("\\?", 2)[0];
    if (!request.decoderResult().isSuccess() || !isForUs(request.headers())) {
      answer(context, HttpResponseStatus.FORBIDDEN, "this page is for another address\n");
    } else if (path.equals(SOCKET)) {
      upgrade(context, request);
    } else if (!request.method().equals(HttpMethod.GET)) {
      answer(context, HttpResponseStatus.METHOD_NOT_ALLOWED, "GET / is the page\n");
    } else if (path.equals("/")) {
      answer(context, HttpResponseStatus.OK, page, "text/html; charset=utf-8");
    } else {
      answer(context, HttpResponseStatus.NOT_FOUND, "GET / is the page\n");
    }
  }

  /**
   * A page on the loopback address answers to its names only, so that no other site's name leads
   * here.
   */
  private boolean isForUs(HttpHeaders headers) {
    return !isLocal || isLoopback(name(headers));
  }

  private static String name(HttpHeaders headers) {
    String host = headers.get(HttpHeaderNames.HOST, "");
    return host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
  }

  private static boolean isLoopback(String name) {
    return name.equals("localhost")
        || name.equals("[::1]")
        || name.matches("127(\\.[0-9]{1,3}){3}");
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
        ? isLoopback(name(headers))
        : from.equals(local.getAddress()) && name(headers).equals(from.getHostAddress());
  }

  private void upgrade(ChannelHandlerContext context, FullHttpRequest request) {
    String origin = request.headers().get(HttpHeaderNames.ORIGIN, "");
    String host = request.headers().get(HttpHeaderNames.HOST, "");
    if (!origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      answer(context, HttpResponseStatus.FORBIDDEN, "only this server's own page may connect\n");
      return;
    }
    mayControl =
        mayControl(
            (InetSocketAddress) context.channel().remoteAddress(),
            (InetSocketAddress) context.channel().localAddress(),
            request.headers());
    handshaker =
        new WebSocketServerHandshakerFactory(
                "ws://" + host + SOCKET, null, false, MOST_MESSAGE_BYTES)
            .newHandshaker(request);
    if (handshaker == null) {
      ChannelFuture unused =
          WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(context.channel());
      return;
    }
    ChannelFuture unused = handshaker.handshake(context.channel(), request);
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
      send(context, new PongWebSocketFrame(frame.content().retain()));
    } else if (frame instanceof CloseWebSocketFrame) {
      ChannelFuture unused = handshaker.close(context, (CloseWebSocketFrame) frame.retain());
    }
  }

  private boolean isTooFast() {
    long nowNs = System.nanoTime();
    if (nowNs - secondStartNs >= NS_PER_SECOND) {
      secondStartNs = nowNs;
      messages = 0;
    }
    return ++messages > MOST_A_SECOND;
  }

  private void binary(ChannelHandlerContext context, ByteBuf content) {
    int kind = content.isReadable() ? content.getUnsignedByte(0) : -1;
    if (kind == INPUT && content.readableBytes() == INPUT_BYTES && player.isPresent()) {
      player.get().input(content.getInt(1), content.getByte(5), content.getUnsignedShort(6));
    } else if (kind == PING && content.readableBytes() == PING_BYTES) {
      ByteBuf echo = content.copy();
      echo.setByte(0, PONG);
      send(context, new BinaryWebSocketFrame(echo));
    } else {
      game.refused(false);
    }
  }

  private void text(ChannelHandlerContext context, String text) {
    if (!text.startsWith(JOIN)) {
      game.control(text, mayControl);
      return;
    }
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
    send(context, new TextWebSocketFrame(game.news()));
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

  private static void answer(
      ChannelHandlerContext context, HttpResponseStatus status, String text) {
    answer(context, status, text.getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8");
  }

  private static void answer(
      ChannelHandlerContext context, HttpResponseStatus status, byte[] body, String type) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set("X-Content-Type-Options", "nosniff")
        .set("Referrer-Policy", "no-referrer")
        .set(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
                + " connect-src 'self'; img-src data:; frame-ancestors 'none'")
        .set(HttpHeaderNames.CONNECTION, "close");
    ChannelFuture unused = context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
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
