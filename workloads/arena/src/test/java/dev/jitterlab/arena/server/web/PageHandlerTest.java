package dev.jitterlab.arena.server.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PageHandlerTest {
  private static boolean mayControl(String remote, String local, String host) {
    return PageHandler.mayControl(
        new InetSocketAddress(remote, 50_000),
        new InetSocketAddress(local, 8_080),
        new DefaultHttpHeaders().set(HttpHeaderNames.HOST, host));
  }

  /** Whatever the server is bound to: what counts is where the page is. */
  @Test
  void onlyAPageAtThisMachineMayControl() {
    assertEquals(true, mayControl("127.0.0.1", "127.0.0.1", "127.0.0.1:8080"));
    assertEquals(true, mayControl("127.0.0.1", "127.0.0.1", "localhost:8080"));
    assertEquals(true, mayControl("::1", "::1", "[::1]:8080"));
    assertEquals(true, mayControl("192.168.1.5", "192.168.1.5", "192.168.1.5:8080"));
    assertEquals(false, mayControl("192.168.1.6", "192.168.1.5", "192.168.1.5:8080"));
    assertEquals(false, mayControl("192.168.1.6", "192.168.1.5", "127.0.0.1:8080"));
  }

  /** Such a name may be another site's, that leads here. */
  @Test
  void aPageUnderAnotherNameMayNot() {
    assertEquals(false, mayControl("127.0.0.1", "127.0.0.1", "evil.example:8080"));
    assertEquals(false, mayControl("192.168.1.5", "192.168.1.5", "evil.example:8080"));
  }
}
