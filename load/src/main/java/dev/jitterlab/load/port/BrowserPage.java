package dev.jitterlab.load.port;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * A page that browsers get at {@code /}, and its WebSockets at {@code /socket}. Pages of other
 * sites are refused, since a browser would let them connect to this machine. Immutable.
 */
public final class BrowserPage {
  private static final String SOCKET = "/socket";

  private final byte[] html;
  private final boolean isLocal;
  private final int mostMessageBytes;

  /**
   * Creates it.
   *
   * @param isLocal whether only this machine reaches the port: the page answers to names of the
   *     loopback address only then, so that no other site's name leads here
   * @param mostMessageBytes of a WebSocket
   */
  public BrowserPage(byte[] html, boolean isLocal, int mostMessageBytes) {
    this.html = html.clone();
    this.isLocal = isLocal;
    this.mostMessageBytes = mostMessageBytes;
  }

  /**
   * Answers the first request of a connection; others are dropped. Returns what is to begin a
   * WebSocket, if it asks for one and may.
   */
  public Optional<WebSocketServerHandshaker> answer(
      ChannelHandlerContext to, FullHttpRequest request) {
    if (LastAnswer.isGiven(to.channel())) {
      return Optional.empty();
    }
    String path = request.uri().split("\\?", 2)[0];
    if (!request.decoderResult().isSuccess()) {
      answer(to, HttpResponseStatus.BAD_REQUEST, "this is no HTTP request\n");
    } else if (isLocal && !isLoopback(request.headers())) {
      answer(to, HttpResponseStatus.FORBIDDEN, "this page is for another address\n");
    } else if (path.equals(SOCKET)) {
      return webSocket(to, request);
    } else if (!path.equals("/")) {
      answer(to, HttpResponseStatus.NOT_FOUND, "GET / is the page\n");
    } else if (!request.method().equals(HttpMethod.GET)) {
      answer(to, HttpResponseStatus.METHOD_NOT_ALLOWED, "GET / is the page\n");
    } else {
      answer(to, HttpResponseStatus.OK, html, "text/html; charset=utf-8");
    }
    return Optional.empty();
  }

  /** Answers a request with too long a body, if it is the first of its connection. */
  static void refuseBody(ChannelHandlerContext to, int mostBytes) {
    if (!LastAnswer.isGiven(to.channel())) {
      answer(
          to,
          HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
          "the body is longer than " + mostBytes + " bytes\n");
    }
  }

  private Optional<WebSocketServerHandshaker> webSocket(
      ChannelHandlerContext to, FullHttpRequest request) {
    String host = request.headers().get(HttpHeaderNames.HOST, "");
    String origin = request.headers().get(HttpHeaderNames.ORIGIN, "");
    if (!origin.equals("http://" + host) && !origin.equals("https://" + host)) {
      answer(to, HttpResponseStatus.FORBIDDEN, "only this server's own page may connect\n");
      return Optional.empty();
    }
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory("ws://" + host + SOCKET, null, false, mostMessageBytes)
            .newHandshaker(request);
    if (handshaker == null) {
      LastAnswer.after(
          WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(to.channel()));
    }
    return Optional.ofNullable(handshaker);
  }

  /** Returns the name under which a browser asked, without the port. */
  public static String host(HttpHeaders headers) {
    String host = headers.get(HttpHeaderNames.HOST, "");
    return host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
  }

  /** Returns whether that is a name of the loopback address. */
  public static boolean isLoopback(HttpHeaders headers) {
    return host(headers).matches("localhost|\\[::1]|127(\\.[0-9]{1,3}){3}");
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
    LastAnswer.after(to.writeAndFlush(response));
  }
}
