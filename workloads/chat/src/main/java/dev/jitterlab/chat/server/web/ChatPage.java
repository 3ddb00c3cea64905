package dev.jitterlab.chat.server.web;

import dev.jitterlab.chat.connection.OpenConnections;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The first request of a browser: it gets the page, or becomes a user. A page of another site is
 * refused, since a browser would let it connect to this machine. For the event loop's thread.
 */
final class ChatPage extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final String SOCKET = "/socket";

  private final OpenConnections open;
  private final byte[] page;
  private final boolean isLocal;
  private final int longestFrameBytes;
  private final int bufferBytes;

  ChatPage(
      OpenConnections open, byte[] page, boolean isLocal, int longestFrameBytes, int bufferBytes) {
    this.open = open;
    this.page = page;
    this.isLocal = isLocal;
    this.longestFrameBytes = longestFrameBytes;
    this.bufferBytes = bufferBytes;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    String path = request.uri().split("\\?", 2)[0];
    if (!request.decoderResult().isSuccess()) {
      answer(context, HttpResponseStatus.BAD_REQUEST, "this is no HTTP request\n");
    } else if (!isForThisServer(request)) {
      answer(context, HttpResponseStatus.FORBIDDEN, "this page is for another address\n");
    } else if (path.equals(SOCKET)) {
      upgrade(context, request);
    } else if (!path.equals("/")) {
      answer(context, HttpResponseStatus.NOT_FOUND, "GET / is the page\n");
    } else if (!request.method().equals(HttpMethod.GET)) {
      answer(context, HttpResponseStatus.METHOD_NOT_ALLOWED, "GET / is the page\n");
    } else {
      answer(context, HttpResponseStatus.OK, page, "text/html; charset=utf-8");
    }
  }

  /**
   * A server of this machine alone answers to its names, so that no other site's name leads here.
   */
  private boolean isForThisServer(FullHttpRequest request) {
    String host = request.headers().get(HttpHeaderNames.HOST, "").toLowerCase(Locale.ROOT);
    return !isLocal || host.matches("(localhost|\\[::1]|127(\\.[0-9]{1,3}){3})(:[0-9]{1,5})?");
  }

  private void upgrade(ChannelHandlerContext context, FullHttpRequest request) {
    String host = request.headers().get(HttpHeaderNames.HOST, "");
    String origin = request.headers().get(HttpHeaderNames.ORIGIN, "");
    if (!origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      answer(context, HttpResponseStatus.FORBIDDEN, "only this server's own page may connect\n");
      return;
    }
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory(
                "ws://" + host + SOCKET, null, false, longestFrameBytes)
            .newHandshaker(request);
    Channel channel = context.channel();
    if (handshaker == null) {
      ChannelFuture unused =
          WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(channel);
      return;
    }
    WebUser user = new WebUser(open, channel, handshaker, bufferBytes);
    channel.pipeline().addLast(user.start());
    channel.pipeline().remove(FirstRequest.class);
    ChannelFuture unused = handshaker.handshake(channel, request);
    channel.pipeline().remove(this);
  }

  private static void answer(ChannelHandlerContext to, HttpResponseStatus status, String text) {
    answer(to, status, text.getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8");
  }

  private static void answer(
      ChannelHandlerContext to, HttpResponseStatus status, byte[] body, String type) {
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
    ChannelFuture unused = to.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close(); // such as a request that never came
  }
}
