package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.battle.session.ConnectTokens;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lives against a real HTTP server that answers what the test has written down. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BotLifeTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  private final ManualTimeline timeline = new ManualTimeline();
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final Queue<JsonAnswer> script = new ArrayDeque<>(); // of the server's loop, once started
  private final RecordedSeat seat = new RecordedSeat();
  @TempDir private Path folder;
  private BotLedger ledger;
  private JsonServer server;
  private ScheduledExecutorService loop;
  private JsonClient client;

  /** Remembers what the bot was told. */
  private static final class RecordedSeat implements BotLife.Seat {
    Assignment taken;
    int givenUp;

    @Override
    public void take(Assignment assignment) {
      taken = assignment;
    }

    @Override
    public void giveUp() {
      givenUp++;
    }
  }

  @BeforeEach
  void serve() throws IOException {
    ledger = BotLedger.open(folder.resolve("ledger"));
    JsonRoutes routes =
        new JsonRoutes()
            .post("/login", request -> answer("login", request))
            .post("/queue", request -> answer("queue", request))
            .get("/queue", request -> answer("poll", request))
            .delete("/queue", request -> answer("unqueue", request));
    server =
        JsonServer.start(
            "127.0.0.1",
            0,
            100,
            eventLoop -> {
              loop = eventLoop;
              return routes;
            },
            new PrometheusRegistry());
    client = new JsonClient();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void logsInQueuesPollsAndTakesTheSeat() throws Exception {
    answers(login(), accepted(), waiting(), matched());
    BotLife life = start(0);
    next(2); // the start, and the answer to the log-in
    assertEquals(1, state("queued"));
    next(2);
    timeline.pass(3 * SECOND); // polls again; the answer is not here by then
    next(1);
    assertEquals(List.of("login bot", "queue T any 80", "poll T", "poll T"), List.copyOf(asked));
    assertEquals(1, state("connecting"));
    assertEquals("127.0.0.1:4000", address());
    assertEquals("s", seat.taken.grant.serverId());
    assertEquals(1_800_000_000L, seat.taken.grant.expiresAtSeconds());
    assertArrayEquals(KEY, seat.taken.grant.clientKey());
    life.entered(timeline.nowNs());
    next(1);
    assertEquals(1, state("playing"));
    assertEquals(0, state("connecting"));
    assertEquals(3.0, histogram("jitterlab_bot_queue_seconds").getSum(), 1e-6);
  }

  @Test
  void queuesAgainAfterABreakWhenTheBattleIsOver() throws Exception {
    BotLife life = playing(0);
    assertFalse(life.left(BattleEnd.OVER, timeline.nowNs()));
    next(1);
    assertEquals(1, state("away"));
    answers(accepted(), matched());
    timeline.pass(3 * SECOND);
    next(2);
    assertEquals(1, state("connecting"));
    assertEquals(1, requeues("over"));
  }

  @Test
  void queuesAgainAtOnceWhenTheServerFallsSilentAndSaysHowLongItTook() throws Exception {
    BotLife life = playing(0);
    assertEquals(2 * SECOND, life.patienceNs());
    long lastHeardNs = timeline.nowNs();
    timeline.pass(life.patienceNs());
    answers(accepted(), matched());
    life.left(BattleEnd.SILENCE, lastHeardNs);
    next(1);
    assertEquals(1, state("queued"));
    next(2);
    timeline.pass(SECOND);
    life.entered(timeline.nowNs());
    next(1);
    assertEquals(1, state("playing"));
    assertEquals(1, requeues("silence"));
    assertEquals(3.0, histogram("jitterlab_bot_recovery_seconds").getSum(), 1e-6);
  }

  @Test
  void staysAwayForAtLeastHalfAMinuteWhenKicked() throws Exception {
    BotLife life = playing(0);
    life.left(BattleEnd.KICKED, timeline.nowNs());
    next(1);
    timeline.pass(30 * SECOND - 1);
    assertEquals(1, state("away"));
    answers(accepted(), waiting());
    timeline.pass(30 * SECOND + 1);
    assertEquals(1, state("queued"));
    assertEquals(1, requeues("kicked"));
  }

  @Test
  void givesUpOnAServerThatLetsItNotIn() throws Exception {
    answers(login(), accepted(), matched());
    BotLife life = start(0);
    next(4);
    timeline.pass(7 * SECOND);
    assertEquals(1, seat.givenUp);
    assertEquals(1, requeues("unreached"));
    life.entered(timeline.nowNs()); // too late
    next(1);
    assertEquals(0, state("playing"));
  }

  @Test
  void waitsForAsLongAsABusyServiceAsks() throws Exception {
    answers(JsonAnswer.error(503, "full"), login());
    BotLife unused = start(0);
    next(2);
    assertEquals(1, failures());
    timeline.pass(SECOND); // what JsonServer says in Retry-After
    assertEquals(List.of("login bot"), List.copyOf(asked));
    timeline.pass(SECOND);
    next(1);
    assertEquals(1, state("queued"));
  }

  @Test
  void takesAnAnswerWithoutSenseForNone() throws Exception {
    answers(JsonAnswer.ok(StrictJson.object().put("player", 3)), login());
    BotLife unused = start(0);
    next(2);
    assertEquals(1, failures());
    assertEquals(1, state("login"));
    timeline.pass(SECOND);
    next(1);
    assertEquals(1, state("queued"));
  }

  @Test
  void logsInAgainWhenTheTicketIsTooOld() throws Exception {
    answers(login(), JsonAnswer.error(401, "expired"), login(), accepted(), waiting());
    BotLife unused = start(0);
    next(5);
    assertEquals(
        List.of("login bot", "queue T any 80", "login bot", "queue T any 80"),
        List.copyOf(asked).subList(0, 4));
    assertEquals(1, state("queued"));
  }

  @Test
  void theWaitGoesOnWhileItLogsInAgain() throws Exception {
    answers(login(), JsonAnswer.error(401, "expired"), login(), accepted(), matched());
    BotLife unused = start(0);
    next(2);
    timeline.pass(3 * SECOND);
    next(4);
    assertEquals(1, state("connecting"));
    assertEquals(3.0, histogram("jitterlab_bot_queue_seconds").getSum(), 1e-6);
  }

  @Test
  void queuesAgainWhenTheMatchmakerHasForgottenIt() throws Exception {
    answers(login(), accepted(), place("unknown"), accepted(), matched());
    BotLife unused = start(0);
    next(6);
    assertEquals(1, state("connecting"));
    assertEquals(1, requeues("forgotten"));
  }

  @Test
  void showsAMatchmakerThatWasStartedAgainHowLongItHasWaited() throws Exception {
    JsonAnswer kept = JsonAnswer.of(202, StrictJson.object().put("place", "P"));
    answers(login(), kept, place("unknown"), kept, matched());
    BotLife life = start(0);
    next(3);
    timeline.pass(3 * SECOND);
    next(3);
    assertEquals(3.0, histogram("jitterlab_bot_queue_seconds").getSum(), 1e-6);
    life.left(BattleEnd.SILENCE, timeline.nowNs());
    next(1);
    answers(accepted());
    next(1);
    assertEquals(
        List.of("queue T any 80", "queue T any 80 P", "queue T any 80"),
        asked.stream().filter(each -> each.startsWith("queue")).collect(Collectors.toList()),
        "and begins anew after a battle");
  }

  @Test
  void writesDownWhatItSawOfBattlesThatWerePlayed() throws Exception {
    BotLife life = playing(0);
    life.over(BattleEnding.FAILED, false);
    life.over(BattleEnding.SCORE, true);
    life.left(BattleEnd.OVER, timeline.nowNs());
    next(2);
    assertEquals(
        List.of(
            "{\"name\":\"bot\",\"player\":7}",
            "{\"player\":7,\"server\":\"s\",\"battle\":9,\"ending\":\"score\",\"won\":true}"),
        Files.readAllLines(folder.resolve("ledger")));
  }

  @Test
  void leavesBattleAndQueueAtTheRateAskedFor() throws Exception {
    BotLife unused = playing(60);
    answers(accepted(), accepted(), accepted());
    timeline.pass(20 * SECOND); // by then it has left, with a probability of 1 − e⁻²⁰
    assertEquals(1, seat.givenUp);
    assertTrue(requeues("left") >= 1);
  }

  @Test
  void asksForModesByTheirShares() {
    LifeHabits habits = new LifeHabits(1, ModeMix.parse("escort:3,boss:1"), 0);
    int escorts = 0;
    for (int i = 0; i < 1_000; i++) {
      escorts += habits.nextMode().equals("escort") ? 1 : 0;
    }
    assertEquals(750, escorts, 6 * Math.sqrt(1_000 * 0.75 * 0.25));
    assertEquals("any", new LifeHabits(1, null, 0).nextMode());
  }

  /** Brings a bot into a battle. */
  private BotLife playing(double leavesPerMinute) throws Exception {
    answers(login(), accepted(), matched());
    BotLife life = start(leavesPerMinute);
    next(4);
    assertNotNull(seat.taken);
    life.entered(timeline.nowNs());
    next(1);
    assertEquals(1, state("playing"));
    return life;
  }

  private BotLife start(double leavesPerMinute) throws IOException {
    BotLife life =
        new BotLife(
            "bot",
            80,
            new ClusterApi(
                client,
                server.uri(),
                server.uri(),
                IdentityIssuer.read(new IdentityFiles(folder).privateKey())),
            timeline,
            new LifeHabits(1, null, leavesPerMinute),
            new LifeMetrics(registry),
            ledger);
    assertNull(seat.taken);
    life.start(seat, 0);
    return life;
  }

  private void next(int steps) throws InterruptedException {
    for (int i = 0; i < steps; i++) {
      timeline.runNext();
    }
  }

  private CompletionStage<JsonAnswer> answer(String what, JsonRequest request) {
    switch (what) {
      case "login":
        asked.add("login " + subject(request.body().text("identity", 1_000)));
        break;
      case "queue":
        asked.add(
            "queue "
                + request.body().text("ticket", 100)
                + " "
                + request.body().text("mode", 100)
                + " "
                + request.body().integer("latency_ms", 0, 1_000)
                + (request.body().has("place") ? " " + request.body().text("place", 9) : ""));
        break;
      default:
        asked.add(what + " " + request.query("ticket"));
        break;
    }
    JsonAnswer next = script.poll();
    return next == null
        ? new CompletableFuture<>() // nothing more is written down
        : CompletableFuture.completedFuture(next);
  }

  private void answers(JsonAnswer... next) throws Exception {
    loop.submit(() -> script.addAll(List.of(next))).get();
  }

  private static JsonAnswer login() {
    return JsonAnswer.ok(
        StrictJson.object().put("player", 7).put("ticket", "T").put("expires_at", 1));
  }

  private static JsonAnswer accepted() {
    return JsonAnswer.of(202, StrictJson.object());
  }

  private static JsonAnswer waiting() {
    return place("waiting");
  }

  private static JsonAnswer place(String state) {
    return JsonAnswer.ok(StrictJson.object().put("state", state));
  }

  private static JsonAnswer matched() {
    ObjectNode body =
        StrictJson.object()
            .put("state", "matched")
            .put("address", "127.0.0.1:4000")
            .put("server", "s")
            .put("battle", 9);
    body.putObject("grant")
        .put("token", base64(new byte[ConnectTokens.SEALED_BYTES]))
        .put("client_key", base64(KEY))
        .put("server_key", base64(KEY))
        .put("expires_at", 1_800_000_000L);
    return JsonAnswer.ok(body);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private String address() {
    return seat.taken.address.getHostString() + ":" + seat.taken.address.getPort();
  }

  /** Returns whom an identity names; whether it is genuine is for the login to say. */
  private static String subject(String identity) {
    byte[] claims = Base64.getUrlDecoder().decode(identity.split("\\.", -1)[1]);
    try {
      return StrictJson.read(claims).path("sub").asText();
    } catch (IOException e) {
      return "nobody";
    }
  }

  private double state(String label) {
    return ((GaugeSnapshot) metric("jitterlab_bot_states"))
        .getDataPoints().stream()
            .filter(point -> label.equals(point.getLabels().get("state")))
            .findFirst()
            .orElseThrow()
            .getValue();
  }

  private double requeues(String reason) {
    return ((CounterSnapshot) metric("jitterlab_bot_requeues"))
        .getDataPoints().stream()
            .filter(point -> reason.equals(point.getLabels().get("reason")))
            .findFirst()
            .orElseThrow()
            .getValue();
  }

  private double failures() {
    return ((CounterSnapshot) metric("jitterlab_bot_http_failures"))
        .getDataPoints()
        .get(0)
        .getValue();
  }

  private HistogramSnapshot.HistogramDataPointSnapshot histogram(String name) {
    return ((HistogramSnapshot) metric(name)).getDataPoints().get(0);
  }

  private MetricSnapshot metric(String name) {
    return registry.scrape().stream()
        .filter(snapshot -> snapshot.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
