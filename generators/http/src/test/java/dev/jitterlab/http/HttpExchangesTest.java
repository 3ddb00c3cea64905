package dev.jitterlab.http;

import static dev.jitterlab.http.ScriptedServer.CLOSE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import io.netty.buffer.Unpooled;
import io.netty.channel.epoll.Epoll;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One exchange after another with a server that says what each test says. */
class HttpExchangesTest {
  static final String NEEDS_LINUX = "needs `test $(uname -s) = Linux`: Netty's epoll";

  private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

  private final BlockingQueue<RequestOutcome> outcomes = new LinkedBlockingQueue<>();
  @TempDir private Path folder;
  private SlowRequestLog slow;
  private ScriptedServer server;
  private LocklessScheduler scheduler;
  private HttpExchanges exchanges;

  private void start(ScriptedServer.Script script) throws IOException {
    start(true, HttpMethod.GET, TIMEOUT_NS, script);
  }

  private void start(boolean epoll, HttpMethod method, long timeoutNs, ScriptedServer.Script script)
      throws IOException {
    server = new ScriptedServer(script);
    EventLoopParker loop = new EventLoopParker(epoll && Epoll.isAvailable());
    scheduler = TickSchedulers.named("lockless").threads(1).parker(loop).createLockless();
    Target target = Target.parse("server/1=" + server.address());
    AwaitedRequests requests =
        new Load(List.of(target), System::nanoTime, new PrometheusRegistry()).awaited(target, 10);
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, "/", Unpooled.EMPTY_BUFFER);
    request.headers().set(HttpHeaderNames.HOST, "localhost");
    slow =
        SlowRequestLog.start(
            1, System::nanoTime, System::nanoTime, folder.resolve("slow-requests.csv"));
    exchanges =
        new HttpExchanges(
            loop,
            target,
            new EncodedRequest(request),
            timeoutNs,
            requests,
            Optional.of(slow),
            System::nanoTime);
  }

  @AfterEach
  void end() throws IOException {
    scheduler.close();
    server.close();
  }

  @Test
  void aSlowRequestIsLoggedWithItsTimesAndItsConnection() throws Exception {
    start((request, connection) -> HELLO);
    assertEquals(RequestOutcome.OK, exchange());
    scheduler.close();
    slow.close();

    List<String> lines = Files.readAllLines(folder.resolve("slow-requests.csv"));
    assertEquals(2, lines.size(), lines::toString);
    String[] cells = lines.get(1).split(",", -1);
    assertEquals("server/1", cells[1]);
    long intendedNs = Long.parseLong(cells[2]);
    long sentNs = Long.parseLong(cells[3]);
    assertTrue(intendedNs <= sentNs && sentNs < Long.parseLong(cells[4]), lines::toString);
    assertTrue(Integer.parseInt(cells[5]) > 0, "the client's port");
    assertEquals("200", cells[6]);
  }

  private RequestOutcome exchange() throws InterruptedException {
    TaskHandle unused =
        scheduler.spawn(
            "exchange",
            1,
            turn -> exchanges.send(turn.tick().startedNs(), outcome -> outcomes.add(outcome)));
    RequestOutcome outcome = outcomes.poll(60, TimeUnit.SECONDS);
    assertNotNull(outcome, "no end");
    assertEquals(0, exchanges.requests().inFlight());
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void usesAConnectionAgain(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    start(epoll, HttpMethod.GET, TIMEOUT_NS, (connection, request) -> HELLO);
    for (int i = 0; i < 5; i++) {
      assertEquals(RequestOutcome.OK, exchange());
    }
    assertEquals(1, server.connections());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closesItsConnectionsWithTheScheduler(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    start(epoll, HttpMethod.GET, TIMEOUT_NS, (connection, request) -> HELLO);
    assertEquals(RequestOutcome.OK, exchange());
    scheduler.close();
    assertTrue(Eventually.holds(() -> server.closed() == 1));
  }

  @Test
  void readsAnswersInChunks() throws Exception {
    start(
        (connection, request) ->
            "HTTP/1.1 200 OK\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + "2\r\n"
                + "he\r\n"
                + "3\r\n"
                + "llo\r\n"
                + "0\r\n\r\n");
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(1, server.connections());
  }

  @Test
  void readsAnswersThatEndWithTheirConnection() throws Exception {
    start((connection, request) -> "HTTP/1.1 200 OK\r\n\r\nhello" + CLOSE);
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(2, server.connections());
  }

  @Test
  void opensANewConnectionWhereTheServerSaysThatItCloses() throws Exception {
    start(
        (connection, request) ->
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello");
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(2, server.connections());
    assertTrue(Eventually.holds(() -> server.closed() == 2), "closed by the client");
  }

  @Test
  void awaitsNoBodyOfAnAnswerToHead() throws Exception {
    start(
        true,
        HttpMethod.HEAD,
        TIMEOUT_NS,
        (connection, request) -> "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(1, server.connections());
  }

  @Test
  void passesOverInterimAnswers() throws Exception {
    start((connection, request) -> "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + HELLO);
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(1, server.connections());
  }

  @Test
  void refusedRequestsKeepTheirConnection() throws Exception {
    start((connection, request) -> "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    assertEquals(RequestOutcome.REFUSED, exchange());
    assertEquals(RequestOutcome.REFUSED, exchange());
    assertEquals(1, server.connections());
  }

  @Test
  void anAnswerThatBreaksOffHasFailed() throws Exception {
    start((connection, request) -> "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe" + CLOSE);
    assertEquals(RequestOutcome.FAILED, exchange());
  }

  @Test
  void anAnswerThatIsNoHttpHasFailed() throws Exception {
    start((connection, request) -> connection == 1 ? "what?\r\n\r\n" : HELLO);
    assertEquals(RequestOutcome.FAILED, exchange());
    assertEquals(RequestOutcome.OK, exchange());
  }

  /** As servers do that close connections which were idle for a while, at that very moment. */
  @Test
  void sendsAgainWhatAServerDidNotSee() throws Exception {
    start((connection, request) -> request == 1 ? HELLO : CLOSE);
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(2, server.connections());
  }

  @Test
  void sendsNothingAgainThatMightBeDoneTwice() throws Exception {
    start(true, HttpMethod.POST, TIMEOUT_NS, (connection, request) -> request == 1 ? HELLO : CLOSE);
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.FAILED, exchange());
    assertEquals(1, server.connections());
  }

  @Test
  void aFirstRequestThatIsNotAnsweredHasFailed() throws Exception {
    start((connection, request) -> CLOSE);
    assertEquals(RequestOutcome.FAILED, exchange());
    assertEquals(1, server.connections());
  }

  /** A late answer must not be taken for that of the next request. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesUpAConnectionWithItsRequest(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    start(
        epoll,
        HttpMethod.GET,
        TimeUnit.MILLISECONDS.toNanos(50),
        (connection, request) -> "HTTP/1.1 200 OK\r\n");
    assertEquals(RequestOutcome.TIMEOUT, exchange());
    assertEquals(RequestOutcome.TIMEOUT, exchange());
    assertTrue(Eventually.holds(() -> server.connections() == 2));
  }
}
