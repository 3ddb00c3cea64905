package dev.jitterlab.battle.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 240, unit = TimeUnit.SECONDS)
class JsonServerTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int MAX_PENDING = 3;
  private static final int PATIENCE_MS = 20_000;
  private static final String LATER = "GET /later HTTP/1.1\r\n\r\n";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** More than 100 KB. */
  private static final JsonAnswer BIG =
      JsonAnswer.ok(StrictJson.object().put("text", "x".repeat(100_000)));

  private final CompletableFuture<JsonAnswer> later = new CompletableFuture<>();
  private final Semaphore asked = new Semaphore(0);
  private final AtomicInteger askedForBig = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger(2);
  private final JsonClient client = new JsonClient();
  private JsonServer server;

  @BeforeEach
  void open() throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .get("/later", request -> wait(later))
            .get("/fails", JsonHandler.now(request -> fail()))
            .get("/big", JsonHandler.now(request -> big()))
            .get("/busy", JsonHandler.now(request -> busyTwice()))
            .socket("/socket", peer -> new RefusingSocket())
            .post(
                "/servers/{id}/load",
                JsonHandler.now(
                    request ->
                        JsonAnswer.ok(
                            StrictJson.object()
                                .put("id", request.variable("id"))
                                .put("verbose", request.query("verbose", "no"))
                                .put("load", request.body().integer("load", 0, 9)))));
    server = JsonServer.start("127.0.0.1", 0, MAX_PENDING, routes, new PrometheusRegistry());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private CompletableFuture<JsonAnswer> wait(CompletableFuture<JsonAnswer> answer) {
    asked.release();
    return answer;
  }

  private static final class RefusingSocket implements SocketHandler {
    @Override
    public void onText(String text) {
      throw new HttpError(400, "broken on purpose");
    }

    @Override
    public void onBytes(ByteBuffer bytes) {}

    @Override
    public void onClosed() {}
  }

  private static JsonAnswer fail() {
    throw new IllegalStateException("broken on purpose");
  }

  private JsonAnswer big() {
    askedForBig.incrementAndGet();
    return BIG;
  }

  private JsonAnswer busyTwice() {
    if (refusals.getAndDecrement() > 0) {
      throw new HttpError(503, "busy");
    }
    return JsonAnswer.ok(StrictJson.object());
  }

  @Test
  void givesHandlersPathQueryAndBody() throws Exception {
    JsonReply reply =
        client
            .post(
                server.uri().resolve("/servers/a1/load?verbose=yes"),
                StrictJson.object().put("load", 7),
                TIMEOUT,
                Retries.none())
            .get();
    assertEquals(200, reply.status());
    assertEquals("{\"id\":\"a1\",\"verbose\":\"yes\",\"load\":7}", reply.body().toString());
  }

  @Test
  void answersLaterAndFromAnotherThread() throws Exception {
    CompletableFuture<JsonReply> reply = get("/later");
    asked.acquire();
    assertFalse(reply.isDone());
    later.complete(JsonAnswer.ok(StrictJson.object().put("at", "last")));
    assertEquals("last", reply.get().body().path("at").asText());
  }

  @Test
  void cancelsTheAnswerWhenItsClientGoesAway() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
      socket.getOutputStream().write("GET /later HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      asked.acquire();
    }
    assertThrows(Exception.class, () -> later.get(60, TimeUnit.SECONDS));
    assertTrue(later.isCancelled());
  }

  @Test
  void refusesMoreThanItMayOweWith503() throws Exception {
    CompletableFuture<JsonReply> first = get("/later");
    CompletableFuture<JsonReply> second = get("/later");
    CompletableFuture<JsonReply> third = get("/later");
    asked.acquire(3);
    // A fourth connection is closed unanswered: connections and answers have the same bound.
    assertThrows(ExecutionException.class, () -> get("/later").get());
    later.complete(JsonAnswer.ok(StrictJson.object()));
    CompletableFuture.allOf(first, second, third).get();
  }

  /** Silent connections of one source do not keep others out, nor new ones of its own. */
  @Test
  void idleConnectionsMakeRoom() throws Exception {
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < MAX_PENDING; i++) {
      silent.add(new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort()));
    }
    silent.get(1).getOutputStream().write("GET /ne".getBytes(UTF_8)); // and never the rest
    assertEquals(404, send("GET", "/nowhere", new byte[0]).statusCode());
    assertEquals(-1, silent.get(0).getInputStream().read(), "the oldest was closed");
    for (Socket socket : silent) {
      socket.close();
    }
  }

  @Test
  void aSourceHasOnlySoManyIdleConnections() throws Exception {
    PrometheusRegistry registry = new PrometheusRegistry();
    JsonServer large =
        JsonServer.start(
            "127.0.0.1", 0, 2 * IdleConnections.PER_SOURCE, new JsonRoutes(), registry);
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i <= IdleConnections.PER_SOURCE; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), large.uri().getPort()));
      }
      assertEquals(-1, silent.get(0).getInputStream().read(), "its oldest was closed");
      Socket last = silent.get(IdleConnections.PER_SOURCE);
      last.getOutputStream().write("nonsense\r\n\r\n".getBytes(UTF_8));
      assertEquals('H', last.getInputStream().read(), "the newest is answered");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
      large.close();
    }
  }

  @Test
  void saysWhatIsWrongWithARequest() throws Exception {
    assertRefused(404, "nothing at this path", "GET", "/nowhere", "");
    assertRefused(405, "takes POST, not GET", "GET", "/servers/a/load", "");
    assertRefused(404, "nothing at this path", "POST", "/servers//load", "{}");
    assertRefused(400, "it is empty", "POST", "/servers/a/load", "");
    assertRefused(400, "no JSON at line 1", "POST", "/servers/a/load", "{\"load\":");
    assertRefused(400, "Duplicate field", "POST", "/servers/a/load", "{\"load\":1,\"load\":2}");
    assertRefused(400, "no JSON at line 1", "POST", "/servers/a/load", "{\"load\":1}{}");
    assertRefused(400, "the body must be an object", "POST", "/servers/a/load", "[1]");
    assertRefused(
        400,
        "load must be an integer from 0 to 9; found 10",
        "POST",
        "/servers/a/load",
        "{\"load\":10}");
    assertRefused(400, "found nothing", "POST", "/servers/a/load", "{}");
    assertRefused(
        400, "2 parameters 'verbose'", "POST", "/servers/a/load?verbose=1&verbose=2", "{}");
    assertRefused(413, "longer than 65536 bytes", "POST", "/servers/a/load", " ".repeat(70_000));
    assertRefused(500, "broken on purpose", "GET", "/fails", "");
  }

  /** The client has sent more than the server reads, which must not cost it the answer. */
  @Test
  void whoSendsTooMuchReadsWhy() throws Exception {
    String head = "POST /servers/a/load HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n";
    byte[] tooMuch = new byte[1 << 20];
    for (int i = 0; i < 20; i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
        socket.getOutputStream().write(head.getBytes(UTF_8));
        socket.getOutputStream().write(tooMuch);
        String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
        assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
        assertTrue(answer.contains("send less"), answer);
      }
    }
  }

  /** All answers are 30 MB. The kernel takes a part, and the rest would wait in the server. */
  @Test
  void whoDoesNotReadItsAnswersIsDisconnected() throws Exception {
    int requests = 300;
    try (Socket deaf = new Socket()) {
      deaf.setReceiveBufferSize(4_096);
      deaf.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.uri().getPort()));
      byte[] ahead = "GET /big HTTP/1.1\r\n\r\n".repeat(requests).getBytes(UTF_8);
      deaf.getOutputStream().write(ahead);
      letTheLoopGoRound();
      assertTrue(askedForBig.get() < requests, "it was disconnected before the last one");
      assertFalse(sendsOn(deaf), "it is disconnected");
    }
  }

  /** What was sent before this is called was read by the server when it returns. */
  private void letTheLoopGoRound() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertEquals(404, send("GET", "/nowhere", new byte[0]).statusCode());
    }
  }

  /** Reads until nothing comes any more; false if the connection has ended. */
  private static boolean sendsOn(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MS);
    byte[] some = new byte[1 << 16];
    try {
      while (socket.getInputStream().read(some) >= 0) {
        // and on
      }
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (SocketException e) { // reset
      return false;
    }
  }

  /** Messages of one byte: the first is refused, and 3 MB of them are under way behind it. */
  @Test
  void whoSendsOnOverAWebSocketReadsWhyItWasRefused() throws Exception {
    String host = "127.0.0.1:" + server.uri().getPort();
    byte[] message = {(byte) 0x81, (byte) 0x81, 0, 0, 0, 0, 'x'}; // the mask is zero
    byte[] many = new byte[message.length * 400_000];
    for (int at = 0; at < many.length; at += message.length) {
      System.arraycopy(message, 0, many, at, message.length);
    }
    for (int i = 0; i < 5; i++) {
      try (Socket socket = connect()) {
        write(
            socket,
            "GET /socket HTTP/1.1\r\nHost: "
                + host
                + "\r\nOrigin: http://"
                + host
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n");
        String head = readHead(socket);
        assertTrue(head.startsWith("HTTP/1.1 101 "), head);
        socket.getOutputStream().write(many);
        String told = readToTheEnd(socket);
        assertTrue(told.contains("broken on purpose"), told);
      }
    }
  }

  private static String readHead(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = socket.getInputStream().read();
      assertTrue(next >= 0, head.toString());
      head.append((char) next);
    }
    return head.toString();
  }

  @Test
  void afterTheLastAnswerNoRequestIsExecuted() throws Exception {
    try (Socket socket = connect()) {
      write(socket, "GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n" + LATER);
      String answers = readToTheEnd(socket);
      write(socket, LATER);
      letTheLoopGoRound();

      assertTrue(answers.startsWith("HTTP/1.1 404 "), answers);
      assertEquals(2, answers.split("HTTP/1.1 ", -1).length, answers);
      assertEquals(0, asked.availablePermits());
    }
  }

  static Stream<Arguments> expectations() {
    String length = "\r\nContent-Length: " + LATER.length();
    return Stream.of(
        Arguments.of(400, "200-ok" + length),
        Arguments.of(400, "100-continue\r\nExpect: 200-ok" + length),
        Arguments.of(413, "100-continue\r\nContent-Length: 70000"));
  }

  /** The body is a request that a proxy in front has not seen. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("expectations")
  void whatAnExpectationSmugglesIsNotExecuted(int status, String expected) throws Exception {
    try (Socket socket = connect()) {
      write(socket, "POST /servers/a/load HTTP/1.1\r\nExpect: " + expected + "\r\n\r\n" + LATER);
      String answers = readToTheEnd(socket);
      letTheLoopGoRound();

      assertTrue(answers.startsWith("HTTP/1.1 " + status + " "), answers);
      assertEquals(2, answers.split("HTTP/1.1 ", -1).length, answers);
      assertEquals(0, asked.availablePermits());
    }
  }

  @Test
  void whoExpectsToBeAskedForTheBodyIsAsked() throws Exception {
    String body = "{\"load\":7}";
    try (Socket socket = connect()) {
      write(
          socket,
          "POST /servers/a/load HTTP/1.1\r\nConnection: close\r\nExpect: 100-continue\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n");
      String asksForIt = readHead(socket);
      assertTrue(asksForIt.startsWith("HTTP/1.1 100 "), asksForIt);
      write(socket, body);
      String answer = readToTheEnd(socket);
      assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
    }
  }

  /** The client would take the 413 for the answer to the request before. */
  @Test
  void tooLongABodySentAheadEndsTheConnectionUnanswered() throws Exception {
    try (Socket socket = connect()) {
      write(socket, "GET /later HTTP/1.1\r\n\r\n");
      asked.acquire();
      write(socket, "POST /servers/a/load HTTP/1.1\r\nContent-Length: 70000\r\n\r\n");
      assertEquals("", readToTheEnd(socket));
    }
    assertThrows(Exception.class, () -> later.get(60, TimeUnit.SECONDS));
    assertTrue(later.isCancelled());
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort());
    socket.setSoTimeout(PATIENCE_MS);
    return socket;
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static String readToTheEnd(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), UTF_8);
  }

  @Test
  void mutatedBodiesAreNeverAnErrorOfTheServer() throws Exception {
    Random random = new Random(4);
    byte[] good = "{\"load\":7,\"more\":[1,2.5,\"x\",null,{\"y\":true}]}".getBytes(UTF_8);
    for (int i = 0; i < 500; i++) {
      byte[] body = good.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      HttpResponse<String> answer = send("POST", "/servers/a/load", body);
      assertTrue(
          answer.statusCode() == 200 || answer.statusCode() == 400,
          () -> new String(body, UTF_8) + ": " + answer.body());
    }
  }

  @Test
  void whatIsNoHttpIsRefusedAndDisconnected() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
      socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
    }
  }

  @Test
  void clientRetriesWhileAServiceIsBusy() throws Exception {
    assertEquals(503, get("/busy").get().status());
    JsonReply reply =
        client
            .get(server.uri().resolve("/busy"), TIMEOUT, Retries.upTo(3, Duration.ofMillis(1)))
            .get();
    assertEquals(200, reply.status());
  }

  @Test
  void clientSaysWhomItGotNoAnswerFrom() {
    URI uri = server.uri().resolve("/later");
    server.close();
    Exception failure =
        assertThrows(
            ExecutionException.class,
            () -> client.get(uri, TIMEOUT, Retries.upTo(2, Duration.ofMillis(1))).get());
    assertTrue(failure.getMessage().contains("no answer to GET " + uri), failure.getMessage());
  }

  private CompletableFuture<JsonReply> get(String path) {
    return client.get(server.uri().resolve(path), TIMEOUT, Retries.none());
  }

  private void assertRefused(int status, String error, String method, String path, String body)
      throws Exception {
    HttpResponse<String> answer = send(method, path, body.getBytes(UTF_8));
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(
        StrictJson.read(answer.body().getBytes(UTF_8)).path("error").asText().contains(error),
        answer.body());
  }

  private HttpResponse<String> send(String method, String path, byte[] body) throws Exception {
    return HTTP.send(
        HttpRequest.newBuilder(server.uri().resolve(path))
            .method(method, BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofString());
  }
}
