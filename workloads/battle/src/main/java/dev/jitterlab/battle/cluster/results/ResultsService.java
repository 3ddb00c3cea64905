package dev.jitterlab.battle.cluster.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.battle.cluster.ServiceProcess;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The store's HTTP side; docs/cluster.md has the requests. */
final class ResultsService {
  private static final int MAX_NAME = 64;
  private static final int MAX_PLAYERS = 10;
  private static final int MAX_ANSWERED = 1_000;

  /** A request whose time is further off is not believed anyway. */
  private static final long CLOCKS_APART_SECONDS = 60;

  private static final long MAX_BAN_SECONDS = 10L * 365 * 86_400;

  private final StoreThread store;
  private final Counter results;
  private final Gauge stored;

  private ResultsService(StoreThread store, long found, PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    this.store = store;
    this.results =
        meters.counter(
            "jitterlab_cluster_results_total",
            "Results reported, by outcome: kept, or known already.",
            "outcome");
    this.stored =
        meters.gauge(
            "jitterlab_cluster_results_stored", "Results that the store has, of all its lives.");
    this.stored.set((double) found);
  }

  /**
   * Starts the service.
   *
   * @param database a file or {@code jdbc:…}
   */
  static ServiceProcess start(ServiceOptions options, String database) throws IOException {
    ClusterKey key = options.key();
    return ServiceProcess.start(
        process -> {
          ResultStore opened = open(database);
          StoreThread store = process.add(new StoreThread(opened));
          ResultsService service = new ResultsService(store, count(opened), process.registry());
          process.open(options, loop -> service.routes(key, loop));
        });
  }

  private static ResultStore open(String database) throws IOException {
    try {
      return ResultStore.open(database);
    } catch (SQLException e) {
      throw new IOException(
          "cannot open the database " + Database.name(database) + ": " + e.getMessage(), e);
    }
  }

  /** Before the store's own thread asks anything. */
  private static long count(ResultStore store) throws IOException {
    try {
      return store.count();
    } catch (SQLException e) {
      throw new IOException("cannot count the results: " + e.getMessage(), e);
    }
  }

  private JsonRoutes routes(ClusterKey key, Executor loop) {
    BelievedKicks kicks = new BelievedKicks(store::ask, loop);
    return new JsonRoutes()
        .post("/players", key.guard(this::player))
        .get("/players/{id}", this::record)
        .post(
            "/kicks",
            key.guardServer(
                request -> request.body().text("server", 64), request -> kicked(request, kicks)))
        .get("/bans", this::bans)
        .post("/bans", key.guard(this::ban))
        .delete("/bans/{id}", key.guard(this::pardon))
        .post("/results", key.guardServer(request -> request.body().text("server", 64), this::add))
        .get("/results", this::results);
  }

  private CompletableFuture<JsonAnswer> player(JsonRequest request) {
    String name = request.body().text("name", MAX_NAME);
    return store.ask(
        asked -> {
          long player = asked.player(name);
          return JsonAnswer.ok(
              StrictJson.object()
                  .put("player", player)
                  .put("banned_until", asked.bannedUntil(player, nowSeconds())));
        });
  }

  private static long nowSeconds() {
    return System.currentTimeMillis() / 1_000;
  }

  private static CompletableFuture<JsonAnswer> kicked(JsonRequest request, BelievedKicks kicks) {
    String server = request.body().text("server", 64);
    long player = request.body().integer("player", 1, Long.MAX_VALUE);
    long at = kickedAt(request.body(), nowSeconds());
    return kicks.tell(
        server, System.nanoTime(), asked -> banned(player, asked.kicked(player, at, nowSeconds())));
  }

  /** A server of a version before this one does not say. */
  private static long kickedAt(JsonBody kick, long nowSeconds) {
    return kick.has("at") ? kick.integer("at", 1, nowSeconds + CLOCKS_APART_SECONDS) : nowSeconds;
  }

  private CompletableFuture<JsonAnswer> bans(JsonRequest request) {
    String[] ids = request.query("players").split(",", -1);
    if (ids.length > MAX_PLAYERS) {
      throw new HttpError(400, "players must be 1 to " + MAX_PLAYERS + " ids; found " + ids.length);
    }
    List<Long> players = new ArrayList<>();
    for (String id : ids) {
      players.add(number("a player's id", id, 1, Long.MAX_VALUE));
    }
    return store.ask(
        asked -> {
          ArrayNode bans = StrictJson.array();
          for (long player : players) {
            long until = asked.bannedUntil(player, nowSeconds());
            if (until > 0) {
              bans.add(StrictJson.object().put("player", player).put("banned_until", until));
            }
          }
          return JsonAnswer.ok(StrictJson.object().set("bans", bans));
        });
  }

  private CompletableFuture<JsonAnswer> ban(JsonRequest request) {
    long player = request.body().integer("player", 1, Long.MAX_VALUE);
    long seconds = request.body().integer("seconds", 1, MAX_BAN_SECONDS);
    return store.ask(
        asked -> {
          long until = nowSeconds() + seconds;
          asked.ban(player, until);
          return banned(player, until);
        });
  }

  private CompletableFuture<JsonAnswer> pardon(JsonRequest request) {
    long player = request.number("id");
    return store.ask(
        asked -> {
          asked.ban(player, 0);
          return banned(player, 0);
        });
  }

  private static JsonAnswer banned(long player, long until) {
    return JsonAnswer.ok(StrictJson.object().put("player", player).put("banned_until", until));
  }

  private CompletableFuture<JsonAnswer> record(JsonRequest request) {
    long id = number("the player's id", request.variable("id"), 1, Long.MAX_VALUE);
    return store.ask(
        asked -> {
          ObjectNode record = asked.record(id);
          return record == null
              ? JsonAnswer.error(404, "there is no player " + id)
              : JsonAnswer.ok(record.put("banned_until", asked.bannedUntil(id, nowSeconds())));
        });
  }

  private CompletableFuture<JsonAnswer> add(JsonRequest request) {
    BattleResult result = result(request.body());
    return store.ask(
        asked -> {
          boolean added = asked.add(result);
          results.labelValues(added ? "kept" : "known").inc();
          stored.inc(added ? 1 : 0);
          return JsonAnswer.of(added ? 201 : 200, StrictJson.object().put("kept", added));
        });
  }

  private static BattleResult result(JsonBody body) {
    List<BattleResult.Player> players = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    for (JsonBody player : body.objects("players", 1, MAX_PLAYERS)) {
      long id = player.integer("player", 1, Long.MAX_VALUE);
      if (!ids.add(id)) {
        throw new HttpError(400, "players has player " + id + " twice");
      }
      players.add(new BattleResult.Player(id, player.bool("won")));
    }
    return new BattleResult(
        body.text("server", 64),
        body.integer("battle", 1, Long.MAX_VALUE),
        body.text("version", 64),
        body.text("mode", 32),
        body.text("ending", 32),
        body.number("seconds", 0, 1_000_000),
        players);
  }

  private CompletableFuture<JsonAnswer> results(JsonRequest request) {
    int most = (int) number("limit", request.query("limit", "100"), 1, MAX_ANSWERED);
    long after =
        request.query("after", "").isEmpty()
            ? -1
            : number("after", request.query("after"), 0, Long.MAX_VALUE);
    return store.ask(
        asked ->
            JsonAnswer.ok(
                StrictJson.object()
                    .set("results", after < 0 ? asked.newest(most) : asked.after(after, most))));
  }

  private static long number(String what, String text, long min, long max) {
    if (text.matches("[0-9]{1,18}")) {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw new HttpError(400, what + " must be " + min + " to " + max + "; found " + text);
  }
}
