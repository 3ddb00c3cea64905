package dev.jitterlab.battle.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;

/**
 * One WebSocket, in the place of the {@link JsonConnection} that it began as. What a browser can
 * cause is bounded: the size of a message, messages a second, silence, and what waits to be read by
 * it. A client that breaks a bound is told so once and disconnected. Event loop only.
 */
final class SocketConnection extends SimpleChannelInboundHandler<WebSocketFrame> {
  /** The longest message of a browser, in bytes. */
  static final int MOST_MESSAGE_BYTES = 512;

  /** More messages a second than a page sends in the hands of the fastest player. */
  static final int MOST_A_SECOND = 200;

  /** Pages say something at least every few seconds; a page in the background every minute. */
  private static final int IDLE_SECONDS = 90;

  /** A browser that has this many bytes to read gets no more states until it has read. */
  private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private static final long NS_PER_SECOND = 1_000_000_000;

  /** The decoder closes nothing by itself, so that the browser is told why. */
  private static final WebSocketDecoderConfig BOUNDS =
      WebSocketDecoderConfig.newBuilder()
          .maxFramePayloadLength(MOST_MESSAGE_BYTES)
          .closeOnProtocolViolation(false)
          .build();

  private final SocketHandler handler;
  private final SocketPeer peer;
  private final WebSocketServerHandshaker handshaker;
  private long secondStartNs = System.nanoTime();
  private int messages;
  private boolean refused;
  private boolean closed;

  private SocketConnection(
      SocketHandler handler, SocketPeer peer, WebSocketServerHandshaker handshaker) {
    this.handler = handler;
    this.peer = peer;
    this.handshaker = handshaker;
  }

  /** Returns whether a request asks for a WebSocket. */
  static boolean isAskedFor(FullHttpRequest request) {
    return request
        .headers()
        .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /**
   * Makes a WebSocket of a connection.
   *
   * @throws HttpError if another site's page asks for it, or the version of the protocol is unknown
   */
  static void upgrade(
      ChannelHandlerContext context,
      FullHttpRequest request,
      SocketHandler.Factory factory,
      JsonConnection from) {
    String host = request.headers().get(HttpHeaderNames.HOST);
    LoopbackOnly.requireOwnPage(host, request.headers().get(HttpHeaderNames.ORIGIN));
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory("ws://" + host + request.uri(), null, BOUNDS)
            .newHandshaker(request);
    if (handshaker == null) {
      throw new HttpError(426, "this WebSocket speaks version 13 of the protocol only");
    }
    Channel channel = context.channel();
    channel.config().setWriteBufferWaterMark(WAITING);
    ChannelFuture unused = handshaker.handshake(channel, request);
    SocketPeer peer = new SocketPeer(channel);
    ChannelPipeline pipeline = channel.pipeline();
    pipeline.remove(IdleStateHandler.class);
    pipeline
        .addLast(new IdleStateHandler(IDLE_SECONDS, 0, 0))
        .addLast(new SocketConnection(factory.opened(peer), peer, handshaker));
    pipeline.remove(from);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    if (refused) {
      return; // what was under way behind the message that was refused
    }
    try {
      take(context, frame);
    } catch (HttpError e) {
      refuse(e.getMessage());
    }
  }

  private void take(ChannelHandlerContext context, WebSocketFrame frame) {
    requirePace();
    if (frame instanceof CloseWebSocketFrame) {
      ChannelFuture unused = handshaker.close(context, (CloseWebSocketFrame) frame.retain());
    } else if (frame instanceof PingWebSocketFrame) {
      pong(context, frame);
    } else if (frame instanceof BinaryWebSocketFrame && frame.isFinalFragment()) {
      handler.onBytes(frame.content().nioBuffer());
    } else if (frame instanceof TextWebSocketFrame && frame.isFinalFragment()) {
      handler.onText(((TextWebSocketFrame) frame).text());
    } else if (!(frame instanceof PongWebSocketFrame)) {
      throw new HttpError(400, "a message came in pieces; send each in one frame");
    }
  }

  /** Left out while much waits to be read, as states are: pings must not fill the memory. */
  private static void pong(ChannelHandlerContext context, WebSocketFrame ping) {
    if (context.channel().isWritable()) {
      ChannelFuture unused = context.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
    }
  }

  private void requirePace() {
    long nowNs = System.nanoTime();
    if (nowNs - secondStartNs >= NS_PER_SECOND) {
      secondStartNs = nowNs;
      messages = 0;
    }
    if (++messages > MOST_A_SECOND) {
      throw new HttpError(429, "more than " + MOST_A_SECOND + " messages a second; send fewer");
    }
  }

  private void refuse(String why) {
    if (!refused) {
      refused = true;
      peer.refuse(why);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof IdleStateEvent)) {
      return;
    }
    if (refused) {
      ChannelFuture unused = context.close(); // it does not even read why
    } else {
      refuse("nothing was heard for " + IDLE_SECONDS + " s; load the page again to play on");
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!closed) {
      closed = true;
      handler.onClosed();
    }
  }

  /** Such as a message that is too long, or no frame at all. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    refuse("a message is longer than " + MOST_MESSAGE_BYTES + " bytes, or none of a WebSocket's");
  }
}
