package dev.jitterlab.aggregator.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.aggregator.upstream.BehaviourRules;
import dev.jitterlab.aggregator.upstream.ServiceReplicas;
import dev.jitterlab.aggregator.upstream.TimedRules;
import dev.jitterlab.program.DaemonThreads;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls to two real replicas; each test has services of its own. */
class UpstreamClientTest {
  private static ServiceReplicas services;
  private static MultiThreadIoEventLoopGroup loops;

  @BeforeAll
  static void open() throws IOException {
    services =
        ServiceReplicas.start(
            0,
            2,
            1,
            1,
            BehaviourRules.parse(
                "*:median=0; bad:errors=1; half/1:errors=1; cutoff/1:cut=1; silent:hang=1;"
                    + " huge:bytes=20000"),
            TimedRules.parse(""));
    loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  }

  @AfterAll
  static void close() {
    services.close();
    var unused = loops.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
  }

  private static UpstreamClient client(CallSettings settings) {
    return new UpstreamClient(loops, services.addresses(), settings);
  }

  private static CallOutcome call(UpstreamClient client, String service, String key, long ms) {
    return outcome(client, ServiceCall.get(service, "/u/" + service + '/' + key, afterMs(ms)));
  }

  private static void isAnswered(int calls, UpstreamClient client, String service) {
    for (int i = 0; i < calls; i++) {
      assertEquals(CallOutcome.OK, call(client, service, "1", 10_000));
    }
  }

  /** For a client that waits for so long and no longer. */
  private static CallOutcome hurriedCall(UpstreamClient client, String service, long ms) {
    ServiceCall call = ServiceCall.get(service, "/u/" + service + "/1", afterMs(600_000));
    return outcome(client, call.within(afterMs(ms), true));
  }

  private static long afterMs(long ms) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private static CallOutcome outcome(UpstreamClient client, ServiceCall call) {
    try {
      byte[] unused = client.call(call, (EventLoop) loops.next()).join();
      return CallOutcome.OK;
    } catch (CompletionException e) {
      return ((CallException) e.getCause()).outcome();
    }
  }

  @Test
  void tellsHowCallsEnd() {
    CallSettings settings = new CallSettings();
    settings.answerBytes = 4_096;
    UpstreamClient client = client(settings);

    assertEquals(CallOutcome.OK, call(client, "good", "1", 10_000));
    assertEquals(CallOutcome.NOT_FOUND, call(client, "good", "none", 10_000));
    assertEquals(CallOutcome.ERROR, call(client, "bad", "1", 10_000));
    assertEquals(CallOutcome.TIMEOUT, call(client, "silent", "1", 50));
    assertEquals(CallOutcome.TIMEOUT, call(client, "good", "1", 0));
    assertEquals(CallOutcome.TOO_LARGE, call(client, "huge", "1", 10_000));
    assertEquals(1, client.ended("silent", CallOutcome.TIMEOUT));
  }

  /** It learns its time by X-Budget-Ms, so it may give up before its caller notices. */
  @Test
  void aServiceThatGaveUpWasTooSlowAndHasNotFailed() throws IOException {
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      DaemonThreads.start("slow-service", () -> giveUp(service, new ArrayList<>()));
      InetSocketAddress at = (InetSocketAddress) service.getLocalSocketAddress();
      UpstreamClient client = new UpstreamClient(loops, List.of(at), new CallSettings());

      assertEquals(CallOutcome.TIMEOUT, call(client, "slow", "1", 10_000));
    }
  }

  /** The client waits for a minute, and the call itself might take ten. */
  @Test
  void aServiceIsToldHowMuchTimeIsLeft() throws IOException {
    try (ServerSocket service = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<String> heard = new CopyOnWriteArrayList<>();
      DaemonThreads.start("told-service", () -> giveUp(service, heard));
      InetSocketAddress at = (InetSocketAddress) service.getLocalSocketAddress();
      UpstreamClient client = new UpstreamClient(loops, List.of(at), new CallSettings());

      assertEquals(CallOutcome.TIMEOUT, hurriedCall(client, "told", 60_000));
      String name = "x-budget-ms: ";
      long budgetMs =
          heard.stream()
              .map(line -> line.toLowerCase(Locale.ROOT))
              .filter(line -> line.startsWith(name))
              .mapToLong(line -> Long.parseLong(line.substring(name.length())))
              .findFirst()
              .orElse(-1);
      assertTrue(budgetMs > 0 && budgetMs <= 60_000, heard.toString());
    }
  }

  /** Answers one request as a service does whose time is over, and notes its lines. */
  private static void giveUp(ServerSocket service, List<String> heard) {
    try (Socket caller = service.accept()) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        heard.add(line);
        line = in.readLine();
      }
      String answer = "HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n";
      caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A breaker keeps the calls away from the replica that fails, and none fails any more. */
  @Test
  void aBreakerOpensForOneReplicaOfOneService() {
    CallSettings settings = new CallSettings();
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 600_000;
    settings.extraRatio = 0;
    UpstreamClient client = client(settings);
    for (int i = 0; i < 40; i++) {
      CallOutcome unused = call(client, "half", "1", 10_000);
    }
    isAnswered(20, client, "half");
    for (int i = 0; i < 40; i++) {
      CallOutcome unused = call(client, "bad", "1", 10_000);
    }
    long calls = client.calls();
    assertEquals(CallOutcome.BREAKER, call(client, "bad", "1", 10_000));
    assertEquals(calls, client.calls(), "nothing was sent");
    assertEquals(CallOutcome.OK, call(client, "good", "1", 10_000), "another service is served");
  }

  /** Such a client keeps no other client from a service. */
  @Test
  void aClientInAHurryOpensNoBreaker() {
    CallSettings settings = new CallSettings();
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 600_000;
    settings.extraRatio = 0;
    UpstreamClient client = client(settings);
    for (int i = 0; i < 40; i++) {
      assertEquals(CallOutcome.TIMEOUT, hurriedCall(client, "silent", 20));
      assertEquals(CallOutcome.ERROR, hurriedCall(client, "bad", 60_000));
    }
    assertEquals(CallOutcome.TIMEOUT, call(client, "silent", "1", 50), "it was asked");
    assertEquals(CallOutcome.ERROR, call(client, "bad", "1", 10_000), "it was asked");

    for (int i = 0; i < 40; i++) {
      CallOutcome unused = call(client, "bad", "1", 10_000);
    }
    assertEquals(CallOutcome.BREAKER, call(client, "bad", "1", 10_000), "the others' calls count");
  }

  /** Only the quick ones of them are answered, and every other call would seem slow. */
  @Test
  void hurriedCallsDoNotSayWhatIsSlow() {
    UpstreamClient client = client(new CallSettings());
    for (int i = 0; i < 100; i++) {
      assertEquals(CallOutcome.OK, hurriedCall(client, "good", 60_000));
    }
    assertEquals(Set.of(), replicasWithLatencies(client));
  }

  /** It gives the service as much time as anybody else does. */
  @Test
  void aClientWithTimeIsInNoHurry() {
    CallSettings settings = new CallSettings();
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 600_000;
    settings.extraRatio = 0;
    UpstreamClient client = client(settings);
    for (int i = 0; i < 40; i++) {
      ServiceCall call = ServiceCall.get("bad", "/u/bad/1", afterMs(10_000));
      CallOutcome unused = outcome(client, call.within(afterMs(60_000), true));
    }
    assertEquals(CallOutcome.BREAKER, call(client, "bad", "1", 10_000));
  }

  /** A breaker allows three trials at a time, and must not stay open for the want of one. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aCallThatShowedNothingGivesTheTrialOfABreakerBack() throws InterruptedException {
    ServiceGate gate = openGate();
    for (int trials = 0; trials < 100; trials++) {
      chosen(gate, false).endedUnjudged(false);
    }
    assertEquals(0, gate.open());
  }

  /** Else a client without time could close the breaker of a replica that hangs. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aHurriedCallThatShowedNothingIsNoTrial() throws InterruptedException {
    ServiceGate gate = openGate();
    for (int calls = 0; calls < 20; calls++) {
      chosen(gate, true).endedUnjudged(true);
      assertEquals(1, gate.open());
    }
    List<ServiceGate.Replica> trials = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      trials.add(gate.choose(null, false));
    }
    assertFalse(trials.contains(null), "they took no permit of a trial");
    trials.forEach(trial -> trial.ended(true, false));
    assertEquals(0, gate.open());
  }

  /** So a replica that hangs costs few of them an extra request. */
  @Test
  void noHurriedCallTriesAReplicaBeforeItsBreakerWould() {
    assertNull(openGate(600_000).choose(null, true));
  }

  /** No other client is there to show that the service is back. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void hurriedCallsAloneCloseABreaker() throws InterruptedException {
    CallSettings settings = new CallSettings();
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 1;
    settings.extraRatio = 0;
    UpstreamClient client = client(settings);
    services.change(BehaviourRules.parse("back:cut=1"));
    for (int i = 0; i < 40; i++) {
      CallOutcome unused = hurriedCall(client, "back", 60_000);
    }
    assertEquals(2, shown(client, "jitterlab_upstream_breakers_open"));
    services.change(BehaviourRules.parse("back:cut=0"));
    while (shown(client, "jitterlab_upstream_breakers_open") > 0) {
      CallOutcome unused = hurriedCall(client, "back", 60_000);
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertEquals(CallOutcome.OK, hurriedCall(client, "back", 60_000));
  }

  /** Waits until the breaker lets a call through. */
  private static ServiceGate.Replica chosen(ServiceGate gate, boolean hurried)
      throws InterruptedException {
    ServiceGate.Replica replica = gate.choose(null, hurried);
    while (replica == null) { // until its millisecond is over
      TimeUnit.MILLISECONDS.sleep(1);
      replica = gate.choose(null, hurried);
    }
    return replica;
  }

  private static ServiceGate openGate() {
    return openGate(1);
  }

  private static ServiceGate openGate(int openMs) {
    CallSettings settings = new CallSettings();
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = openMs;
    settings.extraRatio = 0;
    ServiceGate gate = new ServiceGate(1, settings);
    for (int i = 0; i < 10; i++) {
      gate.choose(null, false).ended(false, false);
    }
    assertEquals(1, gate.open());
    return gate;
  }

  @Test
  void aBulkheadKeepsASilentServiceFromTakingEverything() {
    CallSettings settings = new CallSettings();
    settings.bulkhead = 3;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    for (int i = 0; i < 3; i++) {
      ServiceCall silent = ServiceCall.get("silent", "/u/silent/1", endNs);
      assertFalse(client.call(silent, (EventLoop) loops.next()).isDone());
    }
    assertEquals(CallOutcome.BULKHEAD, call(client, "silent", "1", 10_000));
    assertEquals(CallOutcome.OK, call(client, "good", "1", 10_000));
  }

  /** Here on an event loop where the client has no connections; a full heap is no better. */
  @Test
  void aCallThatCannotBeginEnds() {
    CallSettings settings = new CallSettings();
    settings.bulkhead = 1;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    MultiThreadIoEventLoopGroup others =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try {
      ServiceCall call = ServiceCall.get("good", "/u/good/1", afterMs(600_000));
      CompletableFuture<byte[]> answer = client.call(call, (EventLoop) others.next());
      ExecutionException e =
          assertThrows(ExecutionException.class, () -> answer.get(1, TimeUnit.MINUTES));
      assertEquals(CallOutcome.BROKEN, ((CallException) e.getCause()).outcome());
      assertEquals(CallOutcome.OK, call(client, "good", "1", 10_000), "its place is free");
      assertEquals(0, shown(client, "jitterlab_upstream_requests_under_way"));
    } finally {
      var unused = others.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void showsWhatCallsToEachReplicaTake() {
    UpstreamClient client = client(new CallSettings());
    assertEquals(Set.of(), replicasWithLatencies(client), "of no service");
    isAnswered(100, client, "good");
    assertEquals(Set.of("good/1", "good/2"), replicasWithLatencies(client));
  }

  private static Set<String> replicasWithLatencies(UpstreamClient client) {
    return client.collect().stream()
        .filter(one -> one.getMetadata().getName().equals("jitterlab_upstream_slow_seconds"))
        .flatMap(one -> one.getDataPoints().stream())
        .map(one -> one.getLabels().get("service") + '/' + one.getLabels().get("replica"))
        .collect(Collectors.toSet());
  }

  /**
   * One call in ten to one replica would take a minute; the other replica answers those. On a busy
   * machine half of the calls seem slow, and the budget must have room for them, too.
   */
  @Test
  void slowCallsAreHedgedWithinTheBudget() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 0.9;
    settings.hedgeQuantile = 0.5;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    // Before 32 answers of a replica are known, nobody can say what is slow.
    isAnswered(100, client, "slow");
    services.change(BehaviourRules.parse("slow/1:slow=0.1,slow-ms=60000"));
    isAnswered(300, client, "slow");
    assertTrue(client.extras() >= 5, "hedged: " + client.extras());
    assertTrue(client.extras() <= 0.9 * client.calls(), client.extras() + " of " + client.calls());
  }

  /**
   * A hedge overtakes half of the calls to one replica, whose answers come 5 ms later. Each of them
   * would cost a connection if its own were closed.
   */
  @Test
  void theConnectionOfAnOvertakenCallIsUsedAgain() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedgeQuantile = 0.5;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    isAnswered(100, client, "behind");
    services.change(BehaviourRules.parse("behind/1:slow=0.5,slow-ms=5"));
    long before = services.connections();
    long extras = client.extras();
    isAnswered(400, client, "behind");
    long hedged = client.extras() - extras;
    long opened = services.connections() - before;
    assertTrue(hedged >= 40, "hedged: " + hedged);
    assertTrue(opened <= hedged / 2, opened + " connections for " + hedged + " hedges");
  }

  /** The hedge does not come either, and the deadline still ends the call. */
  @Test
  void aHedgedCallThatNobodyAnswersEndsAtItsDeadline() throws Exception {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    isAnswered(100, client, "gone");
    services.change(BehaviourRules.parse("gone:hang=1"));
    long extras = client.extras();
    ServiceCall call = ServiceCall.get("gone", "/u/gone/1", afterMs(500));
    CompletableFuture<byte[]> answer = client.call(call, (EventLoop) loops.next());

    ExecutionException e =
        assertThrows(ExecutionException.class, () -> answer.get(1, TimeUnit.MINUTES));
    assertEquals(CallOutcome.TIMEOUT, ((CallException) e.getCause()).outcome());
    assertEquals(1, client.extras() - extras, "it was hedged");
  }

  /** Otherwise a replica that hangs could take all connections. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aConnectionWhoseAnswerDoesNotComeIsClosed() throws InterruptedException {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedgeQuantile = 0.5;
    settings.breakers = false;
    settings.connections = 1;
    settings.waiting = 0;
    UpstreamClient client = client(settings);
    isAnswered(100, client, "hung");
    services.change(BehaviourRules.parse("hung/1:hang=1"));
    long before = services.connections();
    while (services.connections() < before + 3) { // there is only one at a time
      CallOutcome unused = call(client, "hung", "1", 200);
      TimeUnit.MILLISECONDS.sleep(5); // so that the time limit can end it
    }
  }

  /**
   * Hedges hide from customers that a replica is slow, but not from its breaker. Answers of before
   * are in its window, so many slow ones must follow; then nobody asks that replica any more.
   */
  @Test
  void aBreakerOpensForAReplicaThatHedgesOvertake() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedgeQuantile = 0.999;
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 600_000;
    UpstreamClient client = client(settings);
    // Before 32 answers of a replica are known, nobody can say what is slow.
    isAnswered(70, client, "overtaken");
    assertEquals(0, shown(client, "jitterlab_upstream_breakers_open"));
    services.change(BehaviourRules.parse("overtaken/1:slow=1,slow-ms=600000"));
    for (int i = 0; shown(client, "jitterlab_upstream_breakers_open") == 0; i++) {
      assertTrue(i < 400, "no breaker opened");
      assertEquals(CallOutcome.OK, call(client, "overtaken", "1", 10_000));
    }

    long extras = client.extras();
    isAnswered(20, client, "overtaken");
    assertEquals(extras, client.extras(), "the other replica alone is asked");
    assertEquals(0, shown(client, "jitterlab_upstream_requests_under_way"));
  }

  /**
   * All calls took four seconds, so that no hedge comes within three. A replica that fails and then
   * hangs is tried again and again, and yet each call is answered by the other one.
   */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aTrialOfABreakerMakesNobodyWait() throws InterruptedException {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedgeQuantile = 0.999;
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 1;
    UpstreamClient client = client(settings);
    services.change(BehaviourRules.parse("tried:slow=1,slow-ms=4000"));
    List<CompletableFuture<byte[]>> slow = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      ServiceCall call = ServiceCall.get("tried", "/u/tried/1", afterMs(60_000));
      slow.add(client.call(call, (EventLoop) loops.next()));
    }
    slow.forEach(CompletableFuture::join);
    services.change(BehaviourRules.parse("tried:slow=0; tried/1:slow=0,errors=1"));
    for (int i = 0; shown(client, "jitterlab_upstream_breakers_open") == 0; i++) {
      assertTrue(i < 400, "no breaker opened");
      assertEquals(CallOutcome.OK, call(client, "tried", "1", 10_000));
    }

    services.change(BehaviourRules.parse("tried/1:hang=1,errors=0"));
    TimeUnit.MILLISECONDS.sleep(5); // the breaker is half open
    long extras = client.extras();
    for (int i = 0; i < 20; i++) {
      assertEquals(CallOutcome.OK, call(client, "tried", "1", 3_000));
    }
    assertTrue(client.extras() > extras, "there was a trial");
    while (shown(client, "jitterlab_upstream_requests_under_way") > 0) {
      TimeUnit.MILLISECONDS.sleep(10); // until the trials have had the time of a call
    }
    assertEquals(1, shown(client, "jitterlab_upstream_breakers_open"), "none came back in time");
  }

  /** A call that broke off is made once more, and an order never is. */
  @Test
  void whatMayBeRepeatedIs() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedging = false;
    settings.breakers = false;
    UpstreamClient client = client(settings);
    for (int i = 0; i < 10; i++) {
      assertEquals(CallOutcome.OK, call(client, "cutoff", "1", 10_000));
    }
    int broken = 0;
    for (int i = 0; i < 10; i++) {
      ServiceCall order =
          ServiceCall.order(
              "cutoff",
              "/u/cutoff/1",
              "order-" + i,
              new byte[] {'{', '}'},
              System.nanoTime() + 10_000_000_000L);
      broken +=
          client.call(order, (EventLoop) loops.next()).handle((a, e) -> e == null ? 0 : 1).join();
    }
    assertEquals(5, broken, "every second one, in turn");
    assertEquals(client.extras(), shown(client, "jitterlab_upstream_extras"));
    assertTrue(client.extras() >= 5, "repetitions alone: " + client.extras());
    assertEquals(0, shown(client, "jitterlab_upstream_hedges_won"), "there was no hedge");
  }

  /** The breaker of the only other replica is open: nothing is sent twice, and nothing is paid. */
  @Test
  void anExtraRequestThatNoReplicaTakesCostsNothing() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 0.1;
    settings.hedging = false;
    settings.breakerCalls = 10;
    settings.breakerWindowMs = 600_000;
    settings.breakerOpenMs = 600_000;
    UpstreamClient client = client(settings);
    services.change(BehaviourRules.parse("unpaid/1:errors=1; paid/1:errors=1"));
    for (int i = 0; shown(client, "jitterlab_upstream_breakers_open") == 0; i++) {
      assertTrue(i < 400, "no breaker opened");
      CallOutcome unused = call(client, "unpaid", "1", 10_000);
    }
    isAnswered(120, client, "unpaid"); // ten extra requests are saved up
    services.change(BehaviourRules.parse("unpaid/2:errors=1"));
    for (int i = 0; i < 20; i++) {
      assertEquals(CallOutcome.ERROR, call(client, "unpaid", "1", 10_000));
    }

    long extras = client.extras();
    isAnswered(5, client, "paid");
    assertTrue(client.extras() > extras, "the first replica failed");
  }

  /** The only connection to the first replica hangs. What finds none there is not sent. */
  @Test
  void aRequestWithoutAConnectionIsNeitherACallNorAnExtra() {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedging = false;
    settings.breakers = false;
    settings.connections = 1;
    settings.waiting = 0;
    UpstreamClient client = client(settings);
    services.change(BehaviourRules.parse("crowded/2:errors=1"));
    ServiceCall silent = ServiceCall.get("silent", "/u/silent/1", afterMs(30_000));
    assertFalse(client.call(silent, (EventLoop) loops.next()).isDone());
    ServiceCall order =
        ServiceCall.order(
            "crowded", "/u/crowded/1", "order-1", new byte[] {'{', '}'}, afterMs(30_000));

    assertEquals(CallOutcome.BULKHEAD, outcome(client, order), "the first replica's turn");
    assertEquals(1, client.calls(), "the one that hangs");
    assertEquals(CallOutcome.BULKHEAD, call(client, "crowded", "1", 10_000), "the second's turn");
    assertEquals(2, client.calls());
    assertEquals(0, client.extras(), "the first replica could not be asked instead");
  }

  /**
   * The third replica fails after two seconds, and the only connection to the first one hangs,
   * which is the next in turn. So the hedge is not sent, and the second replica answers the
   * repetition.
   */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aHedgeThatWasNotSentIsNoSecondAttempt() throws IOException {
    CallSettings settings = new CallSettings();
    settings.extraRatio = 1;
    settings.hedgeQuantile = 0.999;
    settings.breakers = false;
    settings.connections = 1;
    settings.waiting = 0;
    BehaviourRules rules = BehaviourRules.parse("*:median=0; busy:hang=1");
    try (ServiceReplicas three = ServiceReplicas.start(0, 3, 1, 1, rules, TimedRules.parse(""))) {
      UpstreamClient client = new UpstreamClient(loops, three.addresses(), settings);
      // Before 32 answers of a replica are known, nobody can say what is slow.
      isAnswered(120, client, "failing");
      three.change(BehaviourRules.parse("failing/3:slow=1,slow-ms=2000,errors=1"));
      ServiceCall busy = ServiceCall.get("busy", "/u/busy/1", afterMs(600_000));
      assertFalse(client.call(busy, (EventLoop) loops.next()).isDone());
      isAnswered(2, client, "failing"); // at the latest, it is the third replica's turn then
      assertTrue(shown(client, "jitterlab_upstream_repetitions") > 0, "it failed");
    }
  }

  /** The value of a counter or gauge. */
  private static long shown(UpstreamClient client, String metric) {
    return client.collect().stream()
        .filter(one -> one.getMetadata().getName().equals(metric))
        .flatMap(one -> one.getDataPoints().stream())
        .mapToLong(
            one ->
                Math.round(
                    one instanceof CounterDataPointSnapshot
                        ? ((CounterDataPointSnapshot) one).getValue()
                        : ((GaugeDataPointSnapshot) one).getValue()))
        .sum();
  }

  @Test
  void theBudgetOfExtraRequestsIsAShareOfAll() {
    ExtraBudget budget = new ExtraBudget(0.05);
    int taken = 0;
    for (int i = 0; i < 1_000; i++) {
      budget.earn();
      taken += budget.take() ? 1 : 0;
    }
    assertEquals(50, taken);
    for (int i = 0; i < 10_000; i++) {
      budget.earn();
    }
    taken = 0;
    while (budget.take()) {
      taken++;
    }
    assertEquals(10, taken, "what can be saved up is bounded");
  }

  @Test
  void theWindowKnowsAQuantileOfTheLast() {
    LatencyWindow window = new LatencyWindow(0.95);
    for (int i = 0; i < 31; i++) {
      window.record(1_000);
    }
    assertEquals(-1, window.quantileNs());
    window.record(1_000);
    assertEquals(1_000, window.quantileNs());
    for (int i = 0; i < 256; i++) {
      window.record(i % 10 == 0 ? 9_000 : 2_000);
    }
    assertEquals(9_000, window.quantileNs());
  }
}
