package dev.jitterlab.http;

import static dev.jitterlab.load.RequestOutcome.FAILED;
import static dev.jitterlab.load.RequestOutcome.OK;
import static dev.jitterlab.load.RequestOutcome.TIMEOUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exchanges over HTTP/2 with a server that does what each test says. */
class Http2ExchangesTest {
  private static final long MS = 1_000_000;
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

  private final BlockingQueue<RequestOutcome> outcomes = new LinkedBlockingQueue<>();
  private final AtomicInteger sentAgain = new AtomicInteger();
  private final AtomicLong nowNs = new AtomicLong(5 * MS); // of tests that move the time
  private NanoClock clock = System::nanoTime;
  private ScriptedStreams server;
  private LocklessScheduler scheduler;
  private Http2Exchanges exchanges;
  private volatile OneExchange last;

  private void start(int streams, long timeoutNs, ScriptedStreams.StreamScript script) {
    server =
        new ScriptedStreams(Http2Settings.defaultSettings().maxConcurrentStreams(streams), script);
    EventLoopParker loop = new EventLoopParker();
    scheduler = TickSchedulers.named("lockless").threads(1).parker(loop).createLockless();
    exchanges =
        new Http2Exchanges(
            loop,
            Target.parse("server/1=" + server.address()),
            Protocol.H2C,
            Encryption.NONE,
            timeoutNs,
            clock,
            sentAgain::incrementAndGet);
  }

  @AfterEach
  void end() {
    scheduler.close();
    server.close();
  }

  /** Sends so many requests at once and returns how they end, in the order of their ends. */
  private List<RequestOutcome> exchange(int requests) throws InterruptedException {
    TaskHandle unused =
        scheduler.spawn(
            "exchange",
            1,
            turn -> {
              for (int i = 0; i < requests; i++) {
                last = new OneExchange("POST", outcomes::add);
                last.begin(turn.tick().scheduledNs(), turn.tick().startedNs());
                exchanges.send(last);
              }
            });
    List<RequestOutcome> ends = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      RequestOutcome outcome = outcomes.poll(60, TimeUnit.SECONDS);
      assertNotNull(outcome, "no end");
      ends.add(outcome);
    }
    return ends;
  }

  @Test
  void sendsAgainWhatTheServerRefusedToBegin() throws Exception {
    clock = nowNs::get;
    start(
        10,
        TIMEOUT_NS,
        (connection, request, stream) -> {
          nowNs.addAndGet(MS);
          if (request == 1) {
            stream.reset(Http2Error.REFUSED_STREAM);
          } else {
            stream.answer();
          }
        });
    assertEquals(List.of(OK), exchange(1));
    assertEquals(1, server.connections());
    assertEquals(2, server.requests());
    assertEquals(1, sentAgain.get());
    assertEquals(5 * MS, last.sentNs(), "sent when it was sent first");
  }

  @Test
  void sendsNothingAThirdTime() throws Exception {
    start(10, TIMEOUT_NS, (connection, request, stream) -> stream.reset(Http2Error.REFUSED_STREAM));
    assertEquals(List.of(FAILED), exchange(1));
    assertEquals(2, server.requests());
    assertEquals(1, sentAgain.get());
  }

  @Test
  void aStreamThatTheServerBreaksOffHasFailed() throws Exception {
    start(10, TIMEOUT_NS, (connection, request, stream) -> stream.reset(Http2Error.INTERNAL_ERROR));
    assertEquals(List.of(FAILED), exchange(1));
    assertEquals(1, server.requests());
    assertEquals(0, sentAgain.get());
  }

  /** An interim answer says that the final one is to come. */
  @Test
  void aStreamThatEndsWithoutAFinalStatusHasFailed() throws Exception {
    List<String> statuses = List.of("103", "99", "204");
    start(10, TIMEOUT_NS, (connection, request, stream) -> stream.end(statuses.get(request - 1)));
    assertEquals(List.of(FAILED), exchange(1));
    assertEquals(List.of(FAILED), exchange(1));
    assertEquals(List.of(OK), exchange(1));
    assertEquals(204, last.status());
  }

  @Test
  void sendsOnAnotherConnectionWhatAServerThatLeavesWillNotBegin() throws Exception {
    start(
        10,
        TIMEOUT_NS,
        (connection, request, stream) -> {
          if (connection > 1) {
            stream.answer();
          } else if (request == 3) {
            stream.goAway(0);
          }
        });
    assertEquals(List.of(OK, OK, OK), exchange(3));
    assertEquals(2, server.connections());
    assertEquals(3, sentAgain.get());
  }

  /** The second request waits for the only stream that the server takes. */
  @Test
  void whatWaitsWhenAServerLeavesGoesToAnotherConnection() throws Exception {
    start(
        1,
        TIMEOUT_NS,
        (connection, request, stream) -> {
          if (connection == 1) {
            stream.goAway(3); // the first that a client of Netty opens
          }
          stream.answer();
        });
    assertEquals(List.of(OK, OK), exchange(2));
    assertEquals(2, server.connections());
    assertEquals(0, sentAgain.get(), "it had not been sent");
  }

  /** Netty counts a stream until the frame that ends it has been worked on. */
  @Test
  void opensTheNextStreamWhenTheOneBeforeIsNotCountedAnyMore() throws Exception {
    start(1, TIMEOUT_NS, (connection, request, stream) -> stream.answer());
    assertEquals(Collections.nCopies(20, OK), exchange(20));
    assertEquals(1, server.connections());
  }

  @Test
  void theServersLimitHoldsUntilItNamesAnother() throws Exception {
    start(
        1,
        TIMEOUT_NS,
        (connection, request, stream) -> {
          if (connection == 1 && request == 1) {
            stream.say(new Http2Settings().maxFrameSize(1 << 15));
          }
          stream.answer();
        });
    assertEquals(List.of(OK), exchange(1));
    assertEquals(List.of(OK, OK, OK), exchange(3));
    assertEquals(2, server.connections());
  }

  /** The same limit as over HTTP/1.1; Netty's own one is 8 KiB, and ends a connection at 10 KiB. */
  @Test
  void takesAnswersWithLongHeaders() throws Exception {
    start(
        10,
        TIMEOUT_NS,
        (connection, request, stream) -> stream.answer(request == 1 ? 9_000 : 20_000));
    assertEquals(List.of(OK), exchange(1));
    assertEquals(List.of(OK), exchange(1));
    assertEquals(List.of(OK), exchange(1));
    assertEquals(1, server.connections());
  }

  /** What the server said at the beginning may have come after the first request. */
  @Test
  void leavesAConnectionOnWhichNothingComesAnyMore() throws Exception {
    start(
        10,
        100 * MS,
        (connection, request, stream) -> {
          if (connection > 1) {
            stream.answer();
          }
        });
    List<RequestOutcome> ends = new ArrayList<>();
    while (ends.size() < 20 && !ends.contains(OK)) {
      ends.addAll(exchange(1));
    }
    assertEquals(TIMEOUT, ends.get(0));
    assertTrue(ends.contains(OK), ends::toString);
  }
}
