package dev.jitterlab.battle.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.PageInBrowser;
import dev.jitterlab.battle.StubCluster;
import dev.jitterlab.battle.bot.People;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.battle.server.LobbyServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People in a browser, so to say: the JDK's WebSockets, over real sockets to a battle server. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GatewayTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int POLICY = 1008;
  private static final int RIFLE = 1;

  /** Of one's messages, even a slow machine sends more than 200 in some second. */
  private static final int TOO_MANY = 100_000;

  private static final int SOUTH_WEST = 40_960;
  private static final int EIGHTH = 8_192;

  /** What a state says is rounded to 1/256 of a turn. */
  private static final int AIM_STEP = 256;

  @TempDir Path folder;
  private StubCluster cluster;
  private LobbyServer server;
  private ServiceProcess gateway;

  @BeforeEach
  void start() throws Exception {
    server = LobbyServer.start(2, 600);
    cluster = new StubCluster();
    cluster.add(server.address());
    People.Options options = new People.Options();
    options.login = cluster.uri();
    options.matchmaker = cluster.uri();
    options.identities = IdentityIssuer.read(new IdentityFiles(folder).privateKey());
    options.most = 3;
    gateway = Gateway.start(options, 0, 0);
  }

  @AfterEach
  void close() throws Exception {
    gateway.close();
    cluster.close();
    server.close();
  }

  /** A page in somebody's browser. */
  private static final class Browser implements WebSocket.Listener {
    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private WebSocket socket;

    static Browser open(URI page, String origin) {
      Browser browser = new Browser();
      browser.socket =
          HTTP.newWebSocketBuilder()
              .header("Origin", origin)
              .buildAsync(URI.create("ws://" + page.getAuthority() + "/socket"), browser)
              .join();
      return browser;
    }

    void say(String message) {
      var unused = socket.sendText(message, true).handle((sent, failure) -> null).join();
    }

    void send(int... message) {
      ByteBuffer bytes = ByteBuffer.allocate(message.length);
      for (int each : message) {
        bytes.put((byte) each);
      }
      var unused = socket.sendBinary(bytes.flip(), true).handle((sent, failure) -> null).join();
    }

    void act(int moveX, int moveY, int aim, int buttons) {
      send(PersonSocket.INPUT, moveX, moveY, aim >> 8, aim & 0xFF, buttons);
    }

    JsonNode await(String type, Predicate<JsonNode> which) throws InterruptedException {
      while (true) {
        JsonNode message = heard.take();
        if (message.path("type").asText().equals(type) && which.test(message)) {
          return message;
        }
      }
    }

    JsonNode awaitState(Predicate<JsonNode> which) throws InterruptedException {
      return await("state", which);
    }

    String awaitRefusal() throws InterruptedException {
      return await("refused", any -> true).path("error").asText();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        heard.add(json(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed.complete(code);
      return null;
    }

    private static JsonNode json(String text) {
      try {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new AssertionError(text, e);
      }
    }
  }

  private Browser open() {
    return Browser.open(gateway.http(), "http://" + gateway.http().getAuthority());
  }

  private Browser joined(String name) {
    Browser browser = open();
    browser.say("{\"join\": \"" + name + "\", \"mode\": \"any\"}");
    return browser;
  }

  private static JsonNode you(JsonNode state) {
    return state.path("fighters").path(state.path("you").asInt());
  }

  @Test
  void peopleMeetAndWhatTheyDoIsDoneInTheBattle() throws Exception {
    Browser ann = joined("ann");
    Browser bob = joined("bob");
    JsonNode first = ann.awaitState(any -> true);
    JsonNode seenByBob = bob.awaitState(any -> true);

    assertEquals("deathmatch", first.path("mode").asText());
    assertEquals(2, first.path("fighters").size());
    assertEquals(first.path("battle"), seenByBob.path("battle"), "they are in the same battle");
    assertEquals(1, first.path("you").asInt() + seenByBob.path("you").asInt());
    assertEquals(100, you(first).path("health").asInt());
    assertEquals(16, first.path("obstacles").size());

    int you = first.path("you").asInt();
    ann.act(127, 0, SOUTH_WEST, 0);
    ann.awaitState(
        state ->
            Math.abs(you(state).path("aim").asInt() - SOUTH_WEST) < AIM_STEP
                && you(state).path("x").asInt() != you(first).path("x").asInt());
    JsonNode shot = first;
    for (int aim = 0; shot.path("projectiles").size() == 0; aim += EIGHTH) {
      ann.act(0, 0, aim & 0xFFFF, RIFLE); // whichever way there is no wall
      shot = ann.awaitState(any -> true);
    }
    assertEquals(you, shot.path("projectiles").path(0).path("owner").asInt());
    assertEquals("rifle", shot.path("projectiles").path(0).path("weapon").asText());
    int shotAt = shot.path("tick").asInt();
    bob.awaitState(state -> state.path("tick").asInt() > shotAt);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello | the message is no JSON",
        "[] | object",
        "{\"join\": \"eve\"} | mode",
        "{\"join\": \"eve\", \"mode\": \"chess\"} | deathmatch",
        "{\"join\": \"<b>eve\", \"mode\": \"any\"} | letters, digits",
        "{\"join\": \"a name with more than 20 letters\", \"mode\": \"any\"} | join",
        "{\"join\": \"ann\", \"mode\": \"any\"} | is playing already",
        "{\"mode\": \"any\"} | join"
      })
  void saysOnceWhatIsWrongAndOthersPlayOn(String message, String expected) throws Exception {
    Browser ann = joined("ann");
    joined("bob");
    JsonNode before = ann.awaitState(any -> true);
    Browser eve = open();
    eve.say(message);
    eve.say(message);

    String refusal = eve.awaitRefusal();
    assertTrue(refusal.contains(expected), refusal);
    assertEquals(POLICY, eve.closed.get());
    assertTrue(eve.heard.isEmpty(), "it is said once");
    ann.awaitState(state -> state.path("tick").asInt() > before.path("tick").asInt());
  }

  @Test
  void refusesInputsThatNoPageSends() throws Exception {
    int[][] wrong = {
      {}, {2, 0, 0, 0, 0, 0}, {1, 0, 0}, {1, 0, 0, 0, 0, 4}, {1, -128, 0, 0, 0, 0}, new int[513]
    };
    for (int[] message : wrong) {
      Browser eve = open();
      eve.send(message);
      String refusal = eve.awaitRefusal();
      assertTrue(refusal.contains(message.length == 513 ? "512 bytes" : "an input"), refusal);
      assertEquals(POLICY, eve.closed.get());
    }
  }

  @Test
  void refusesMoreMessagesThanAPageSends() throws Exception {
    Browser eve = open();
    for (int i = 0; i < TOO_MANY && !eve.closed.isDone(); i++) {
      eve.act(0, 0, 0, 0);
    }
    assertTrue(eve.awaitRefusal().contains("messages a second"));
  }

  @Test
  void placesAreBoundedAndFreeAgainWhenSomebodyHasLeft() throws Exception {
    Browser ann = joined("ann");
    joined("bob");
    Browser cid = joined("cid");
    cid.await("doing", any -> true);
    assertTrue(joined("dan").awaitRefusal().contains("places for people are taken"));
    ann.socket.abort();
    while (true) { // until the gateway has noticed
      Browser dan = joined("dan");
      JsonNode answer = dan.heard.take();
      if (answer.path("type").asText().equals("doing")) {
        return;
      }
    }
  }

  /** The page says once a second what it does, and 3 s later it still has to say why it waits. */
  @Timeout(value = 240, unit = TimeUnit.SECONDS)
  @Test
  void aTroubleStaysOnThePageUntilSomethingElseHappens() throws Exception {
    String html;
    try (InputStream page = gateway.http().toURL().openStream()) {
      html = new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
    String script =
        String.join(
            "\n",
            "<script>",
            "const note = name => document.documentElement.setAttribute(",
            "    'data-' + name, $('say').textContent);",
            "play.socket = {};",
            "heard({ type: 'doing', doing: 'queued' });",
            "heard({ type: 'trouble', why: 'the cluster does not answer' });",
            "setTimeout(() => {",
            "  note('waiting');",
            "  heard({ type: 'doing', doing: 'login' });",
            "  note('then');",
            "}, 3000);",
            "</script>",
            "</body>");
    Path file = folder.resolve("gateway.html");
    Files.writeString(file, html.replace("</body>", script));
    String dom = PageInBrowser.dom(folder, file.toUri());

    assertTrue(dom.contains("data-waiting=\"The cluster says: the cluster does not answer."), dom);
    assertTrue(dom.contains("data-then=\"Logging in"), dom);
  }

  @Test
  void isForThisMachinesOwnPageOnly() throws Exception {
    URI page = gateway.http();
    CompletionException refused =
        assertThrows(CompletionException.class, () -> Browser.open(page, "http://evil.example"));
    assertEquals(
        403,
        assertInstanceOf(WebSocketHandshakeException.class, refused.getCause())
            .getResponse()
            .statusCode());
    assertEquals(200, status("127.0.0.1"));
    assertEquals(403, status("evil.example"));
  }

  /** By hand: Java's clients name the host that they connect to. */
  private int status(String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.http().getPort())) {
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }
}
