package dev.jitterlab.battle.cluster.matchmaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One server plays store, allocator and login. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MatchPlacingTest {
  private final Set<Long> banned = ConcurrentHashMap.newKeySet();
  private final AtomicInteger placed = new AtomicInteger();
  private final ExecutorService loop = Executors.newSingleThreadExecutor();
  private final JsonClient client = new JsonClient();
  private ClusterCalls calls;
  private final Seekers seekers = new Seekers(100);
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private volatile long nowNs;
  private volatile boolean isStoreAway;
  private JsonServer cluster;
  private MatchPlacing placing;

  @BeforeEach
  void open() throws IOException {
    JsonRoutes routes =
        new JsonRoutes()
            .get("/bans", JsonHandler.now(this::bans))
            .get("/players/{id}", JsonHandler.now(this::record))
            .post("/battles", JsonHandler.now(request -> place()))
            .post("/tokens", JsonHandler.now(MatchPlacingTest::grants));
    cluster = JsonServer.start("127.0.0.1", 0, 100, routes, new PrometheusRegistry());
    calls = new ClusterCalls(client, cluster.uri(), cluster.uri(), cluster.uri());
    MatchmakerMetrics metrics = new MatchmakerMetrics(registry);
    placing = new MatchPlacing(seekers, calls, loop, () -> nowNs, metrics);
  }

  @AfterEach
  void close() {
    client.close();
    cluster.close();
    loop.shutdown();
  }

  @Test
  void whoWasBannedSinceHeQueuedGetsNoSeatAndTheOthersWaitOn() throws Exception {
    banned.add(2L);
    List<CompletableFuture<JsonAnswer>> polls = begin(1, 2, 3);
    assertEquals(200, polls.get(1).get().status());
    Seeker kicked = onLoop(() -> seekers.get(2));
    assertNull(kicked);
    int waiting = onLoop(seekers::waiting);
    assertEquals(2, waiting);
    assertFalse(polls.get(0).isDone());
    assertFalse(polls.get(2).isDone());
    assertEquals(0, placed.get(), "no server keeps seats for them");
    boolean takesMatches = onLoop(() -> placing.takesMatches(0));
    assertTrue(takesMatches, "the others need not wait");
  }

  @Test
  void aMatchWithoutABannedPlayerGetsItsSeats() throws Exception {
    banned.add(3L);
    for (CompletableFuture<JsonAnswer> poll : begin(1, 2)) {
      assertEquals(200, poll.get().status());
    }
    assertEquals(Seeker.State.MATCHED, onLoop(() -> seekers.get(1).state()));
    assertEquals(Seeker.State.MATCHED, onLoop(() -> seekers.get(2).state()));
    assertEquals(1, placed.get());
  }

  /** Nobody waited for the 40 seconds in which the two had a battle. */
  @Test
  void theWaitAfterABattleThatDiedBeginsWithItsDeath() throws Exception {
    for (CompletableFuture<JsonAnswer> poll : begin(1, 2)) {
      assertEquals(200, poll.get().status());
    }
    int returned = onLoop(() -> seekers.battleDied(7, TimeUnit.SECONDS.toNanos(40)));
    assertEquals(2, returned);
    nowNs = TimeUnit.SECONDS.toNanos(43);
    for (CompletableFuture<JsonAnswer> poll : begin(1, 2)) {
      assertEquals(200, poll.get().status());
    }
    double waited = onLoop(this::waitedSeconds);
    assertEquals(2 * 3, waited);
  }

  @Test
  void nobodyGetsASeatWhileTheStoreIsAway() throws Exception {
    isStoreAway = true;
    List<CompletableFuture<JsonAnswer>> polls = begin(1, 2);
    while (onLoop(seekers::waiting) < 2) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    polls.forEach(poll -> assertFalse(poll.isDone()));
    assertEquals(0, placed.get());
    boolean takesMatches = onLoop(() -> placing.takesMatches(0));
    assertFalse(takesMatches, "nobody asks for a second");
  }

  /** The answer decides whether a client logs in again, or asks the same again and again. */
  @Test
  void whomTheStoreDoesNotKnowHasToLogInAgain() throws Exception {
    assertEquals(1_016.0, calls.skill(1).get());
    assertEquals(401, refusal(2).status(), "its database was replaced");
    isStoreAway = true;
    assertEquals(503, refusal(2).status());
  }

  private HttpError refusal(long player) {
    CompletableFuture<Double> skill = calls.skill(player);
    return (HttpError) assertThrows(ExecutionException.class, skill::get).getCause();
  }

  /** The waits of all players who got a seat. */
  private double waitedSeconds() {
    return registry.scrape().stream()
        .filter(one -> one.getMetadata().getName().equals("jitterlab_matchmaker_wait_seconds"))
        .mapToDouble(one -> ((HistogramSnapshot) one).getDataPoints().get(0).getSum())
        .sum();
  }

  /** Queues players, who hold their places, and begins to place a match of them all. */
  private List<CompletableFuture<JsonAnswer>> begin(long... players) throws Exception {
    return onLoop(
        () -> {
          List<CompletableFuture<JsonAnswer>> polls = new ArrayList<>();
          for (long player : players) {
            seekers.enter(new Candidate(player, "boss", 20, 1_000, 0), 0);
            polls.add(seekers.get(player).poll(0));
          }
          placing.begin(new Match("boss", seekers.present(players.length, 0)));
          return polls;
        });
  }

  private <T> T onLoop(Callable<T> question) throws Exception {
    return loop.submit(question).get();
  }

  private JsonAnswer bans(JsonRequest request) {
    if (isStoreAway) {
      throw new HttpError(503, "the database does not answer as it should");
    }
    ArrayNode bans = StrictJson.array();
    for (String player : request.query("players").split(",", -1)) {
      if (banned.contains(Long.parseLong(player))) {
        bans.add(StrictJson.object().put("player", Long.parseLong(player)));
      }
    }
    return JsonAnswer.ok(StrictJson.object().set("bans", bans));
  }

  private JsonAnswer record(JsonRequest request) {
    if (isStoreAway) {
      throw new HttpError(503, "the database does not answer as it should");
    }
    return request.variable("id").equals("1")
        ? JsonAnswer.ok(StrictJson.object().put("player", 1).put("skill", 1_016.0))
        : JsonAnswer.error(404, "there is no player " + request.variable("id"));
  }

  private JsonAnswer place() {
    placed.incrementAndGet();
    return JsonAnswer.of(
        201,
        StrictJson.object().put("server", "s-1").put("address", "127.0.0.1:1").put("battle", 7));
  }

  private static JsonAnswer grants(JsonRequest request) {
    ArrayNode grants = StrictJson.array();
    request.body().objects("players", 1, 10).forEach(seat -> grants.add(StrictJson.object()));
    return JsonAnswer.ok(StrictJson.object().set("grants", grants));
  }
}
