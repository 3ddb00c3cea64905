package dev.jitterlab.load.port;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrowserPortTest {
  private static final int SO_TIMEOUT_MS = 20_000;
  private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private PagePort port;

  /** A port with a page and nothing else. */
  private static final class PagePort extends BrowserPort {
    private final BrowserPage page = new BrowserPage("hello".getBytes(US_ASCII), true, 512);
    private final AtomicBoolean hasBegunASocket = new AtomicBoolean();

    PagePort() throws IOException {
      super("test-web", 1, WriteBufferWaterMark.DEFAULT);
      open(InetAddress.getLoopbackAddress(), 0);
    }

    @Override
    protected boolean accept(SocketChannel channel) {
      return true;
    }

    @Override
    protected ChannelHandler requests() {
      return new SimpleChannelInboundHandler<FullHttpRequest>() {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
          if (page.answer(context, request).isPresent()) { // Netty would catch an assertion's error
            hasBegunASocket.set(true);
          }
        }
      };
    }
  }

  @BeforeEach
  void open() throws IOException {
    port = new PagePort();
  }

  @AfterEach
  void close() {
    port.close();
    assertFalse(port.hasBegunASocket.get(), "nobody asked for a WebSocket");
  }

  /** Sends all of it, then reads to the end. */
  private String answers(String sent) throws IOException {
    try (Socket socket = new Socket(port.address().getAddress(), port.address().getPort())) {
      socket.setSoTimeout(SO_TIMEOUT_MS);
      socket.getOutputStream().write(sent.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private static void assertOnly(int status, String answers) {
    assertTrue(answers.startsWith("HTTP/1.1 " + status + " "), answers);
    assertEquals(2, answers.split("HTTP/1.1 ", -1).length, answers);
  }

  @Test
  void aConnectionGetsOneAnswer() throws IOException {
    assertOnly(200, answers(GET + GET + GET));
  }

  @Test
  void tooLongABodyIsRefused() throws IOException {
    String post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n";
    assertOnly(413, answers(post + "\r\n" + "a".repeat(20_000)));
    assertOnly(413, answers(post + "Expect: 100-continue\r\n\r\n" + GET));
  }

  @Test
  void anUnknownExpectationIsRefused() throws IOException {
    String post = "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 200-ok\r\n";
    assertOnly(400, answers(post + "Content-Length: " + GET.length() + "\r\n\r\n" + GET));
  }

  @Test
  void whoSendsOnReadsTheAnswer() throws IOException {
    for (int i = 0; i < 5; i++) {
      assertOnly(200, answers(GET + "a".repeat(4 << 20)));
    }
  }
}
