package dev.jitterlab.chat.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.room.Overflow;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users over WebSocket, by the JDK's own client, beside users over TCP. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WebSocketTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final int MOST_STRANGERS = 8;

  private final AtomicLong clock = new AtomicLong();
  private ServerInTest server;

  /** A user in a browser, so to say. */
  private static final class Browser implements WebSocket.Listener {
    private final BlockingQueue<ByteBuffer> frames = new LinkedBlockingQueue<>();
    private final BlockingQueue<Byte> pongs = new LinkedBlockingQueue<>();
    private WebSocket socket;

    static Browser open(ServerInTest server, String origin) {
      Browser browser = new Browser();
      URI page = server.process().web().orElseThrow().uri();
      browser.socket =
          HTTP.newWebSocketBuilder()
              .header("Origin", origin)
              .buildAsync(URI.create("ws://" + page.getAuthority() + "/socket"), browser)
              .join();
      return browser;
    }

    static Browser entered(ServerInTest server, String nickname) throws InterruptedException {
      URI page = server.process().web().orElseThrow().uri();
      Browser browser = open(server, "http://" + page.getAuthority());
      browser.send(
          new FrameWriter(ChatWire.ENTER, 64)
              .put(ChatWire.VERSION)
              .putName("hall")
              .putName(nickname)
              .frame());
      browser.await(ChatWire.WELCOME);
      return browser;
    }

    void send(byte[] message) {
      socket.sendBinary(ByteBuffer.wrap(message), true).join();
    }

    void say(String text) {
      send(new FrameWriter(ChatWire.SAY, 4 * text.length()).putText(text).frame());
    }

    ByteBuffer await(byte kind) throws InterruptedException {
      while (true) {
        ByteBuffer frame = frames.take();
        if (frame.get() == kind) {
          return frame;
        }
      }
    }

    String hear() throws InterruptedException {
      ByteBuffer said = await(ChatWire.SAID);
      said.position(said.position() + 17);
      return ClientInTest.text(said);
    }

    @Override
    public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
      pongs.add(message.get());
      socket.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer message, boolean isLast) {
      while (message.hasRemaining()) {
        byte[] frame = new byte[message.getInt()];
        message.get(frame);
        frames.add(ByteBuffer.wrap(frame));
      }
      socket.request(1);
      return null;
    }
  }

  @BeforeEach
  void start() throws Exception {
    server =
        ServerInTest.start(
            settings -> {
              settings.clock = clock::get;
              settings.silenceSeconds = 86_400;
              settings.mostStrangers = MOST_STRANGERS;
              settings.enterSeconds = 1;
              settings.webPort = 0;
              settings.rooms.messageRate = 0;
              settings.rooms.overflow = Overflow.BACK_PRESSURE;
              settings.rooms.queue = 4;
            });
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void browsersAndOthersHearEachOther() throws Exception {
    Browser anna = Browser.entered(server, "anna");
    Browser bert = Browser.entered(server, "bert");
    try (ClientInTest carl = ClientInTest.entered(server, "hall", "carl")) {
      for (int i = 0; i < 50; i++) {
        anna.say("a" + i);
        assertEquals("a" + i, carl.hear());
        carl.say("c" + i);
        assertEquals("c" + i, anna.hear());
      }
      for (int i = 0; i < 50; i++) {
        assertEquals("a" + i, bert.hear());
        assertEquals("c" + i, bert.hear());
      }
    }
    bert.socket.sendClose(WebSocket.NORMAL_CLOSURE, "bye").join();
    anna.await(ChatWire.LEFT);
    anna.await(ChatWire.LEFT);
    assertEquals(1, server.process().rooms().users());
  }

  @Test
  void manyFramesInOneMessageWaitForASlowReader() throws Exception {
    Browser anna = Browser.entered(server, "anna");
    try (ClientInTest slow = ClientInTest.entered(server, "hall", "slow")) {
      for (int i = 0; i < 40; i++) {
        ByteBuffer message = ByteBuffer.allocate(50 * 20);
        for (int j = 0; j < 50; j++) {
          message.put(
              new FrameWriter(ChatWire.SAY, 16).putText(String.format("%09d", i * 50 + j)).frame());
        }
        byte[] bytes = new byte[message.position()];
        message.flip().get(bytes);
        anna.send(bytes);
      }
      for (int i = 0; i < 2_000; i++) {
        assertEquals(String.format("%09d", i), slow.hear());
      }
    }
  }

  @Test
  void pagesOfOtherSitesAndBadMessagesAreRefused() throws Exception {
    CompletionException refused =
        assertThrows(CompletionException.class, () -> Browser.open(server, "http://evil.example"));
    WebSocketHandshakeException answer = (WebSocketHandshakeException) refused.getCause();
    assertEquals(403, answer.getResponse().statusCode());
    Browser half = Browser.entered(server, "half");
    half.send(new byte[] {0, 0, 0, 9, ChatWire.SAY, 'a'});
    assertEquals(Denial.MALFORMED.number(), half.await(ChatWire.REFUSED).get());
    Browser text = Browser.entered(server, "text");
    text.socket.sendText("hello", true).join();
    assertEquals(Denial.MALFORMED.number(), text.await(ChatWire.REFUSED).get());
    Browser large = Browser.entered(server, "large");
    var unused = large.socket.sendBinary(ByteBuffer.allocate(100_000), true); // may be cut off
    while (server.process().counters().of(Parting.REFUSED) < 3) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    assertEquals(1, server.process().counters().of(Denial.OVERSIZE));
    assertEquals(0, server.process().rooms().users());
  }

  @Test
  void whoAsksOnAndOnAndReadsNothingIsGivenUp() throws Exception {
    URI page = server.process().web().orElseThrow().uri();
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4 << 10);
      socket.connect(server.address());
      OutputStream out = socket.getOutputStream();
      out.write(
          String.format(
                  "GET /socket HTTP/1.1\r\nHost: %1$s\r\nOrigin: http://%1$s\r\nUpgrade: websocket\r\n"
                      + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                  page.getAuthority())
              .getBytes(US_ASCII));
      StringBuilder answer = new StringBuilder(); // frames may follow it, not come before
      while (answer.indexOf("\r\n\r\n") < 0) {
        answer.append((char) socket.getInputStream().read());
      }
      out.write(
          masked(
              0x82,
              new FrameWriter(ChatWire.ENTER, 64)
                  .put(ChatWire.VERSION)
                  .putName("hall")
                  .putName("mallory")
                  .frame()));
      while (server.process().rooms().users() == 0) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      byte[] ping = masked(0x89, new byte[125]);
      while (server.process().counters().of(Parting.STUCK) == 0) {
        for (int i = 0; i < 100; i++) {
          out.write(ping);
        }
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
      }
    } catch (SocketException e) {
      // the server has ended the connection
    }
    while (server.process().rooms().users() > 0) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    for (Parting why : Parting.values()) {
      assertEquals(why == Parting.STUCK ? 1 : 0, server.process().counters().of(why), why.word());
    }
  }

  /** A frame of a client, with a mask of zeros. */
  private static byte[] masked(int head, byte[] content) {
    return ByteBuffer.allocate(6 + content.length)
        .put((byte) head)
        .put((byte) (0x80 | content.length))
        .putInt(0)
        .put(content)
        .array();
  }

  @Test
  void pingsAreAnswered() throws Exception {
    Browser anna = Browser.entered(server, "anna");
    for (int i = 0; i < 3; i++) {
      anna.socket.sendPing(ByteBuffer.wrap(new byte[] {(byte) i})).join();
      assertEquals((byte) i, anna.pongs.take());
    }
  }

  @Test
  void connectionsThatAskForNothingHaveFewPlacesAndLittleTime() throws Exception {
    List<Socket> flood = new ArrayList<>();
    try {
      for (int i = 0; i < 3 * MOST_STRANGERS; i++) {
        Socket socket = new Socket();
        flood.add(socket);
        socket.connect(server.address());
      }
      while (server.process().counters().of(Parting.GAVE_WAY) < 2 * MOST_STRANGERS) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      Socket dripping =
          flood.get(flood.size() - 1); // a byte now and then does not prolong its time
      dripping.getOutputStream().write("GET / HTTP/1.1\r\nX: ".getBytes(US_ASCII));
      assertThrows(
          SocketException.class,
          () -> {
            while (true) {
              dripping.getOutputStream().write('x');
              TimeUnit.MILLISECONDS.sleep(20);
            }
          });
      while (server.process().connections().strangers() > 0) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
    } finally {
      for (Socket socket : flood) {
        socket.close();
      }
    }
    assertEquals(2 * MOST_STRANGERS, server.process().counters().of(Parting.GAVE_WAY));
    for (int i = 0; i < 2 * MOST_STRANGERS; i++) {
      Browser unused = Browser.entered(server, "user" + i); // a user takes no stranger's place
    }
  }

  @Test
  void thePageIsServedToThisMachineOnly() throws Exception {
    URI page = server.process().web().orElseThrow().uri();
    HttpResponse<String> answer =
        HTTP.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode());
    assertTrue(answer.body().contains("Jitterlab chat"));
    assertTrue(answer.body().contains("maxlength=\"1024\""), "the server's limit");
    assertEquals(
        404,
        HTTP.send(
                HttpRequest.newBuilder(page.resolve("/etc/passwd")).build(),
                HttpResponse.BodyHandlers.discarding())
            .statusCode());
  }
}
