package dev.jitterlab.arena.server.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.port.BrowserPage;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageHandlerTest {
  private final ChannelGroup pages = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
  private final FullGame game = new FullGame();
  private int joined;
  private int tooFast;
  private long nowNs;

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

  /** A game that is always full. */
  private final class FullGame implements BrowserGame {
    @Override
    public Optional<Player> join(String name, Screen screen) {
      joined++;
      return Optional.empty();
    }

    @Override
    public String newsForAll() {
      return "all";
    }

    @Override
    public String newsForOne() {
      return "one";
    }

    @Override
    public void control(String json, boolean isAllowed) {}

    @Override
    public void refused(boolean isTooFast) {
      tooFast += isTooFast ? 1 : 0;
    }
  }

  private EmbeddedChannel browser() {
    return new EmbeddedChannel(
        new PageHandler(
            game,
            new BrowserPage(new byte[0], true, PageHandler.MOST_MESSAGE_BYTES),
            pages,
            () -> nowNs));
  }

  /** Says whether more may be written to a browser, as when it has much to read. */
  private static void mayWrite(EmbeddedChannel browser, boolean may) {
    browser.unsafe().outboundBuffer().setUserDefinedWritability(1, may);
  }

  private static WebSocketFrame ping() {
    return new BinaryWebSocketFrame(Unpooled.copiedBuffer("\u000412345678", US_ASCII));
  }

  /** Its player plays on: pictures are left out, too. */
  @Test
  void echoesAreLeftOutForABrowserThatHasMuchToRead() {
    EmbeddedChannel browser = browser();
    mayWrite(browser, false);
    browser.writeInbound(ping(), new PingWebSocketFrame());
    assertNull(browser.readOutbound());
    assertTrue(browser.isOpen());

    mayWrite(browser, true);
    browser.writeInbound(ping(), new PingWebSocketFrame());
    assertInstanceOf(BinaryWebSocketFrame.class, browser.readOutbound());
    assertInstanceOf(PongWebSocketFrame.class, browser.readOutbound());
  }

  /** Each time is another fighter. A page joins once. */
  @Test
  void aPageJoinsOnceASecondAtMost() {
    EmbeddedChannel browser = browser();
    for (int i = 0; i < 5; i++) {
      browser.writeInbound(new TextWebSocketFrame("join eve"));
    }
    assertEquals(1, joined);
    assertEquals(4, tooFast);

    nowNs += 1_000_000_000;
    browser.writeInbound(new TextWebSocketFrame("join eve"));
    assertEquals(2, joined);
    assertTrue(browser.isOpen());
  }

  /** What all are told would then lack what this one was told. */
  @Test
  void whoJoinsTakesNoNewsAwayFromTheOthers() {
    EmbeddedChannel browser = browser();
    browser.writeInbound(new TextWebSocketFrame("join eve"));
    assertEquals("{\"type\":\"full\"}", text(browser));
    assertEquals("one", text(browser));

    PageHandler.tellAll(pages, game);
    assertEquals("all", text(browser));
  }

  private static String text(EmbeddedChannel browser) {
    return assertInstanceOf(TextWebSocketFrame.class, browser.readOutbound()).text();
  }

  @Test
  void whoJoinsAndDoesNotReadIsDisconnected() {
    EmbeddedChannel browser = browser();
    browser.writeInbound(new TextWebSocketFrame("join eve"));
    assertTrue(browser.isOpen());
    assertEquals(1, joined);

    mayWrite(browser, false);
    browser.writeInbound(new TextWebSocketFrame("join eve"));
    assertFalse(browser.isOpen());
    assertEquals(1, joined);
  }
}
