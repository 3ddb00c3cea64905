package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.WaitWatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestCallsTest {
  private static final long THRESHOLD_NS = 10_000_000;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log = new AgentLog(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final ManualClock clock = new ManualClock(0);
  private final LateSignal late = new LateSignal(2 * THRESHOLD_NS);
  private final RequestCalls calls =
      new RequestCalls(THRESHOLD_NS, clock, log, late, new WaitWatch());
  private final RequestMethod service =
      new RequestMethod(MethodName.parse("requests", "*servlet.HttpServlet#service"), calls);
  private final RequestMethod filter =
      new RequestMethod(MethodName.parse("requests", "a.Filter#doFilter"), calls);

  @TempDir Path folder;

  /** Stands for the server's own class. */
  private static final class Shop {}

  private void serve(long ns, Throwable failure) {
    Consumer<Throwable> outer = filter.apply(null);
    assertNull(service.apply(new Shop()), "within the other one");
    clock.advance(ns);
    outer.accept(failure);
  }

  @Test
  void aSlowRequestIsAnEventOfTheThreadThatServesIt() throws IOException {
    List<RecordedEvent> events =
        recorded(
            () -> {
              serve(THRESHOLD_NS - 1, null);
              serve(THRESHOLD_NS, null);
              Consumer<Throwable> call = service.apply(new Shop());
              clock.advance(2 * THRESHOLD_NS);
              call.accept(new IllegalStateException("fails"));
              call.accept(null); // told twice
            });

    assertEquals(
        List.of("Filter#doFilter", "RequestCallsTest$Shop#service"),
        events.stream().map(event -> event.getString("name")).collect(Collectors.toList()));
    events.forEach(
        event -> assertEquals(Thread.currentThread().getName(), event.getThread().getJavaName()));
    if (Files.isReadable(Path.of(ThreadSchedule.FILE))) {
      events.forEach(
          event -> {
            long waitedNs = event.getLong("runQueueDelay");
            assertTrue(waitedNs >= 0 && waitedNs <= 2 * THRESHOLD_NS, event::toString);
            assertTrue(event.getLong("cpu") >= 0, event::toString);
          });
    }
    assertEquals(3, calls.served.sum());
    assertEquals(2, calls.slow.sum());
    assertEquals(0, calls.leftOut.sum());
  }

  @Test
  void anOverloadedServerHasABoundOfEventsASecond() throws IOException {
    List<RecordedEvent> events =
        recorded(
            () -> {
              for (int i = 0; i < RequestCalls.MOST_A_SECOND + 7; i++) {
                Consumer<Throwable> call = filter.apply(null);
                clock.advance(i == 0 ? THRESHOLD_NS : 0);
                if (i > 0) {
                  assertEquals(i, calls.served.sum());
                }
                call.accept(null);
              }
            });
    assertEquals(1, events.size(), "only the first one was slow");

    RequestCalls always = new RequestCalls(0, clock, log, late, new WaitWatch());
    RequestMethod any = new RequestMethod(MethodName.parse("requests", "a.B#c"), always);
    for (int i = 0; i < RequestCalls.MOST_A_SECOND + 7; i++) {
      any.apply(null).accept(null);
    }
    assertEquals(7, always.leftOut.sum());
    clock.advance(1_000_000_000);
    any.apply(null).accept(null);
    assertEquals(7, always.leftOut.sum(), "a new second");
  }

  @Test
  void aNewThreadHasFiguresHoweverManyThreadsHadThemAndHaveEnded() throws Exception {
    assumeTrue(
        Files.isReadable(Path.of(ThreadSchedule.FILE)), "needs `cat /proc/thread-self/schedstat`");
    RequestCalls always = new RequestCalls(0, clock, log, late, new WaitWatch());
    RequestMethod any = new RequestMethod(MethodName.parse("requests", "a.B#c"), always);
    for (int i = 0; i < ThreadSchedules.MOST_THREADS; i++) {
      Thread thread = new Thread(() -> any.apply(null).accept(null));
      thread.start();
      thread.join();
    }
    List<RecordedEvent> events = recorded(() -> any.apply(null).accept(null));

    assertEquals(1, events.size());
    assertTrue(events.get(0).getLong("cpu") >= 0, events::toString);
    assertTrue(events.get(0).getLong("runQueueDelay") >= 0, events::toString);
  }

  @Test
  void tellsOfARequestThatTookLongerThanTheBundlesThreshold() {
    serve(2 * THRESHOLD_NS - 1, null);
    assertEquals(0, late.take());
    serve(2 * THRESHOLD_NS, null);
    assertEquals(2 * THRESHOLD_NS, late.take());

    serve(3 * THRESHOLD_NS, null);
    serve(2 * THRESHOLD_NS, null); // the longest is kept
    assertEquals(3 * THRESHOLD_NS, late.take());
    assertEquals(0, late.take(), "taken");
  }

  /** As when there was no memory for a moment. */
  @Test
  void anErrorOfTheAgentsOwnReachesNoRequestAndTheNextOneCounts() {
    boolean[] fails = {false};
    RequestCalls fragile =
        new RequestCalls(
            THRESHOLD_NS,
            () -> {
              if (fails[0]) {
                throw new OutOfMemoryError("of the test");
              }
              return clock.nanoTime();
            },
            log,
            late,
            new WaitWatch());
    RequestMethod any = new RequestMethod(MethodName.parse("requests", "a.B#c"), fragile);
    fails[0] = true;
    assertNull(any.apply(new Shop()));
    fails[0] = false;
    Consumer<Throwable> call = any.apply(new Shop());
    assertNotNull(call, "no part of the one that failed");
    call.accept(null);

    assertEquals(1, fragile.served.sum());
    assertEquals(1, log.errors.sum());
    assertTrue(said.toString(StandardCharsets.UTF_8).contains("of the test"), said::toString);
  }

  @Test
  void copiesUnderOtherNamesAreTheSameServer() {
    MethodName name = MethodName.parse("requests", RequestMethod.KNOWN.get(0));

    assertTrue(name.isOf("javax/servlet/http/HttpServlet"));
    assertTrue(name.isOf("wiremock/javax/servlet/http/HttpServlet"));
    assertFalse(name.isOf("myjavax/servlet/http/HttpServlet"));
    assertFalse(name.isOf("javax/servlet/http/HttpServletRequest"));
    assertFalse(MethodName.parse("requests", "a.B#c").isOf("x/a/B"));
  }

  /** People write the dot, since it is what a class's name has there. */
  @Test
  void aStarMeansAnyPackageWithADotBehindItAsWithout() {
    for (String text : List.of("*game.Room#tick", "*.game.Room#tick")) {
      MethodName name = MethodName.parse("tick-method", text);
      assertTrue(name.isOf("com/acme/game/Room"), text);
      assertTrue(name.isOf("game/Room"), text);
      assertFalse(name.isOf("com/acme/endgame/Room"), text);
      assertFalse(name.isOf("com/acme/Room"), text);
    }
    for (String text : List.of("*Room#tick", "*.Room#tick")) {
      MethodName name = MethodName.parse("tick-method", text);
      assertTrue(name.isOf("com/acme/game/Room"), text);
      assertTrue(name.isOf("Room"), text);
      assertFalse(name.isOf("com/acme/BigRoom"), text);
      assertFalse(name.isOf("com/acme/Big$Room"), text);
    }
  }

  private List<RecordedEvent> recorded(Runnable what) throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(RequestEvent.class);
      recording.start();
      what.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("jitterlab.Request"))
        .collect(Collectors.toList());
  }
}
