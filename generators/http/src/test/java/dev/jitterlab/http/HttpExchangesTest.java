package dev.jitterlab.http;

import static dev.jitterlab.http.ScriptedAnswers.CLOSE;
import static dev.jitterlab.http.ScriptedAnswers.RESET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One exchange after another with a server that says what each test says. */
class HttpExchangesTest {
  static final String NEEDS_LINUX = "needs `test $(uname -s) = Linux`: Netty's epoll";

  private static final String HELLO = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long MS = 1_000_000;

  private final BlockingQueue<RequestOutcome> outcomes = new LinkedBlockingQueue<>();
  private final AtomicInteger sentAgain = new AtomicInteger();
  private final AtomicLong nowNs = new AtomicLong(5 * MS); // of tests that move the time
  private NanoClock clock = System::nanoTime;
  private ScriptedAnswers server;
  private LocklessScheduler scheduler;
  private HttpExchanges exchanges;
  private String request;
  private volatile OneExchange last;

  private void start(ScriptedAnswers.Script script) throws IOException {
    start(true, "GET", TIMEOUT_NS, script);
  }

  private void start(boolean epoll, String method, long timeoutNs, ScriptedAnswers.Script script)
      throws IOException {
    server = new ScriptedAnswers(script);
    EventLoopParker loop = new EventLoopParker(epoll && Epoll.isAvailable());
    scheduler = TickSchedulers.named("lockless").threads(1).parker(loop).createLockless();
    Target target = Target.parse("server/1=" + server.address());
    exchanges =
        new HttpExchanges(
            loop, target, Encryption.NONE, timeoutNs, clock, sentAgain::incrementAndGet);
    request = method;
  }

  @AfterEach
  void end() throws IOException {
    scheduler.close();
    server.close();
  }

  private void send() {
    TaskHandle unused =
        scheduler.spawn(
            "exchange",
            1,
            turn -> {
              last = new OneExchange(request, outcomes::add);
              last.begin(turn.tick().scheduledNs(), turn.tick().startedNs());
              exchanges.send(last);
            });
  }

  private RequestOutcome exchange() throws InterruptedException {
    send();
    RequestOutcome outcome = outcomes.poll(60, TimeUnit.SECONDS);
    assertNotNull(outcome, "no end");
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void usesAConnectionAgain(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    start(epoll, "GET", TIMEOUT_NS, (connection, request) -> HELLO);
    for (int i = 0; i < 5; i++) {
      assertEquals(RequestOutcome.OK, exchange());
    }
    assertEquals(1, server.connections());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closesItsConnectionsWithTheScheduler(boolean epoll) throws Exception {
    assumeTrue(!epoll || Epoll.isAvailable(), NEEDS_LINUX);
    start(epoll, "GET", TIMEOUT_NS, (connection, request) -> HELLO);
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
                + "0\r\nX-Trailer: 1\r\n\r\n");
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals("hello", last.text());
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
        "HEAD",
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
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(404, last.status());
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

  /** Without a length only a clean end says that the answer is whole: the server was killed. */
  @Test
  void anAnswerThatAResetCutHasFailed() throws Exception {
    String half = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhal";
    start((connection, request) -> half + (connection == 1 ? CLOSE : RESET));
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.FAILED, exchange());
  }

  /** The load closes the connection itself, and the answer would have gone on. */
  @Test
  void anAnswerThatTheEndOfTheLoadCutHasNoOutcome() throws Exception {
    start((connection, request) -> "HTTP/1.1 200 OK\r\n\r\nhal");
    send();
    assertTrue(Eventually.holds(() -> last != null && last.length() == 3));
    scheduler.close();
    assertTrue(Eventually.holds(() -> server.closed() == 1));
    assertNull(outcomes.poll());
  }

  @Test
  void aNewRequestHasNoStatusOfTheOneBefore() throws Exception {
    start((connection, request) -> HELLO);
    OneExchange exchange = new OneExchange("GET", outcome -> {});
    exchange.status(200);
    exchange.begin(1, 1);
    assertEquals(0, exchange.status());
  }

  /** As servers do that close connections which were idle for a while, at that very moment. */
  @Test
  void sendsAgainWhatAServerDidNotSee() throws Exception {
    clock = nowNs::get;
    start((connection, request) -> request == 1 ? HELLO : closesAfter(100 * MS));
    assertEquals(RequestOutcome.OK, exchange());
    long secondNs = nowNs.get();
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(2, server.connections());
    assertEquals(1, sentAgain.get());
    assertEquals(secondNs, last.sentNs(), "sent when it was sent first");
  }

  private String closesAfter(long ns) {
    nowNs.addAndGet(ns);
    return CLOSE;
  }

  /** Who needs that long to close has seen the request, and works on it or has died of it. */
  @Test
  void aRequestThatTheServerHeldForAWhileHasFailed() throws Exception {
    clock = nowNs::get;
    start((connection, request) -> request == 1 ? HELLO : closesAfter(100 * MS + 1));
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.FAILED, exchange());
    assertEquals(1, server.connections());
    assertEquals(0, sentAgain.get());
  }

  @Test
  void aRequestThatIsSentAgainKeepsItsDeadline() throws Exception {
    clock = nowNs::get;
    start(
        true,
        "GET",
        50 * MS,
        (connection, request) -> {
          if (connection == 1) {
            return request == 1 ? HELLO : closesAfter(40 * MS);
          }
          nowNs.addAndGet(10 * MS);
          return "HTTP/1.1 200 OK\r\n";
        });
    assertEquals(RequestOutcome.OK, exchange());
    assertEquals(RequestOutcome.TIMEOUT, exchange());
    assertEquals(2, server.connections());
  }

  @Test
  void sendsNothingAgainThatMightBeDoneTwice() throws Exception {
    clock = nowNs::get;
    start(true, "POST", TIMEOUT_NS, (connection, request) -> request == 1 ? HELLO : CLOSE);
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
        "GET",
        TimeUnit.MILLISECONDS.toNanos(50),
        (connection, request) -> "HTTP/1.1 200 OK\r\n");
    assertEquals(RequestOutcome.TIMEOUT, exchange());
    assertEquals(RequestOutcome.TIMEOUT, exchange());
    assertTrue(Eventually.holds(() -> server.connections() == 2));
  }
}
