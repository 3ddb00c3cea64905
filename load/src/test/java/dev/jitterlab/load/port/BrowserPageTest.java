package dev.jitterlab.load.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserPageTest {
  private boolean mayBegin;

  private final class Requests extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final BrowserPage page;

    Requests(boolean isLocal) {
      this.page = new BrowserPage("<p>hello".getBytes(US_ASCII), isLocal, 512);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      mayBegin = page.answer(context, request).isPresent();
    }
  }

  private static FullHttpRequest request(String method, String path, String host, String origin) {
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), path);
    request.headers().set(HttpHeaderNames.HOST, host);
    if (origin != null) {
      request.headers().set(HttpHeaderNames.ORIGIN, origin);
    }
    request.headers().set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13");
    return request;
  }

  private int status(boolean isLocal, FullHttpRequest request) {
    EmbeddedChannel channel = new EmbeddedChannel(new Requests(isLocal));
    channel.writeInbound(request);
    FullHttpResponse response = channel.readOutbound();
    if (response == null) {
      return 0;
    }
    try {
      assertFalse(channel.isOpen(), "one answer a connection");
      return response.status().code();
    } finally {
      response.release();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, localhost:8080, 200",
    "GET, /?x=1, 127.0.0.1, 200",
    "GET, /, [::1]:8080, 200",
    "POST, /, localhost, 405",
    "GET, /other, localhost, 404",
    "GET, /, evil.example, 403",
    "GET, /, localhost.evil.example:8080, 403"
  })
  void aPageOfThisMachineAnswersToItsNames(String method, String path, String host, int status) {
    assertEquals(status, status(true, request(method, path, host, null)));
  }

  @Test
  void aPageForOthersAnswersToAnyName() {
    assertEquals(200, status(false, request("GET", "/", "games.example:8080", null)));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, http://localhost:8080, true",
    "localhost:8080, https://localhost:8080, true",
    "localhost:8080, http://evil.example, false",
    "localhost:8080, http://localhost:9090, false",
    "localhost:8080, , false"
  })
  void onlyItsOwnPageMayBeginAWebSocket(String host, String origin, boolean may) {
    assertEquals(may ? 0 : 403, status(true, request("GET", "/socket", host, origin)));
    assertEquals(may, mayBegin);
  }

  @Test
  void anUnknownVersionOfWebSocketsEndsTheConnection() {
    FullHttpRequest request = request("GET", "/socket", "localhost:8080", "http://localhost:8080");
    request.headers().set(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "99");
    assertEquals(426, status(true, request));
    assertFalse(mayBegin);
  }

  @Test
  void thePageLetsNoOtherSiteIn() {
    EmbeddedChannel channel = new EmbeddedChannel(new Requests(true));
    channel.writeInbound(request("GET", "/", "localhost", null));
    FullHttpResponse response = channel.readOutbound();
    ByteBuf body = response.content();
    assertEquals("<p>hello", body.toString(US_ASCII));
    assertEquals("nosniff", response.headers().get("X-Content-Type-Options"));
    assertTrue(
        response.headers().get("Content-Security-Policy").contains("frame-ancestors 'none'"));
    response.release();
  }
}
