package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.cluster.ServerKey;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.program.Parts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A game server's control API, and its part in the cluster. It has an event loop of its own, so
 * that HTTP never delays packets, and asks the game on the game's. Thread-safe.
 */
public final class ControlServer implements AutoCloseable {
  private static final int MAX_PENDING = 256;
  static final int REPORT_MILLIS = 250;
  private static final int BEATS_PER_HEARTBEAT = 4;
  private static final int MAX_PLAYERS = 10;

  /** How often a drained server tells of its last battles, every {@value #REPORT_MILLIS} ms. */
  private static final int LAST_REPORTS = 8;

  /** Ending takes two seconds in all; a result that is not sent by then stays in the outbox. */
  private static final Duration FLUSH = Duration.ofMillis(800);

  private static final int LOOK_MILLIS = 5;

  private final Parts parts = new Parts();
  private final BattleControl game;
  private final BattleViews views;
  private final Executor gameLoop;
  private KickReports kicks;
  private URI uri;
  private int turn;

  private ControlServer(BattleControl game, BattleViews views, Executor gameLoop) {
    this.game = game;
    this.views = views;
    this.gameLoop = gameLoop;
  }

  /**
   * Opens the API, and joins the cluster.
   *
   * @param host the address to listen on
   * @param udp where players connect to
   * @param metrics where to scrape
   * @param game is called on {@code gameLoop} only
   * @param views of the same game's battles
   * @param results what the game has kept for the store; stays the caller's
   */
  public static ControlServer start(
      MembershipOptions options,
      String host,
      String udp,
      URI metrics,
      BattleControl game,
      BattleViews views,
      OutboxFolder results,
      Executor gameLoop,
      PrometheusRegistry registry)
      throws IOException {
    return Parts.open(
        new ControlServer(game, views, gameLoop),
        control -> control.open(options, host, udp, metrics, results, registry));
  }

  private void open(
      MembershipOptions options,
      String host,
      String udp,
      URI metrics,
      OutboxFolder results,
      PrometheusRegistry registry)
      throws IOException {
    ServerKey key = options.key();
    JsonClient client = parts.add(new JsonClient(key));
    CompletableFuture<ScheduledExecutorService> made = new CompletableFuture<>();
    JsonServer server =
        parts.add(
            JsonServer.start(
                host,
                options.controlPort,
                MAX_PENDING,
                loop -> {
                  made.complete(loop);
                  return routes(key);
                },
                registry));
    uri = server.uri();
    ScheduledExecutorService loop = made.join();
    ObjectNode description =
        StrictJson.object()
            .put("id", options.serverId())
            .put("udp", udp)
            .put("control", uri.toString())
            .put("metrics", metrics.toString())
            .put("version", options.version);
    Membership membership = new Membership(options, description, client, loop);
    kicks = new KickReports(options, client, loop);
    ResultsOutbox outbox = new ResultsOutbox(results, options.results, client, loop, registry);
    Future<?> beating =
        loop.scheduleAtFixedRate(
            () -> onTimer(membership, outbox, loop), 0, REPORT_MILLIS, TimeUnit.MILLISECONDS);
    parts.add(membership::leave);
    parts.add(() -> beating.cancel(false));
    parts.add(() -> sendTheLast(outbox, loop));
    if (options.drainSeconds > 0) {
      parts.add(
          () -> {
            drainAtEnd(options.drainSeconds, results, loop);
            tellOfTheLast(membership, outbox, loop);
          });
    }
  }

  private JsonRoutes routes(ServerKey key) {
    JsonRoutes routes =
        new JsonRoutes()
            .post("/battles", key.guard(this::reserve))
            .get("/battles", request -> ask(this::battles))
            .delete("/battles/{battle}", key.guard(this::cancel))
            .post("/mode-mix", key.guard(this::modeMix))
            .post("/drain", key.guard(request -> ask(this::drain)));
    views.addTo(routes, key::guard);
    return routes;
  }

  private CompletableFuture<JsonAnswer> reserve(JsonRequest request) {
    long battle = request.body().integer("battle", 1, Long.MAX_VALUE);
    String mode = request.body().text("mode", 32);
    List<Long> players = request.body().integers("players", 1, MAX_PLAYERS);
    return ask(
        () -> {
          String refusal = game.reserve(battle, mode, players);
          return refusal == null
              ? JsonAnswer.of(201, StrictJson.object().put("battle", battle))
              : JsonAnswer.of(
                  409, StrictJson.object().put("reason", refusal).put("error", refusal));
        });
  }

  private CompletableFuture<JsonAnswer> cancel(JsonRequest request) {
    long battle = request.number("battle");
    return ask(
        () -> {
          if (!game.cancel(battle)) {
            throw new HttpError(404, "battle " + battle + " is not reserved, or runs already");
          }
          return JsonAnswer.ok(StrictJson.object().put("battle", battle));
        });
  }

  private JsonAnswer battles() {
    ArrayNode battles = StrictJson.array();
    for (BattleStatus one : game.battles()) {
      battles.add(
          StrictJson.object()
              .put("battle", one.battle)
              .put("number", one.number)
              .put("mode", one.mode)
              .put("players", one.players)
              .put("present", one.present)
              .put("running", one.number != 0));
    }
    return JsonAnswer.ok(StrictJson.object().set("battles", battles));
  }

  private CompletableFuture<JsonAnswer> modeMix(JsonRequest request) {
    String mix = request.body().text("mix", 200);
    return ask(
        () -> {
          game.modeMix(mix);
          return JsonAnswer.ok(StrictJson.object().put("mix", mix));
        });
  }

  private JsonAnswer drain() {
    game.drain();
    return JsonAnswer.ok(StrictJson.object().put("draining", true));
  }

  /**
   * Returns when all battles have been played and the store has their results and all kicks, or
   * after that time; other threads go on. A server that is not started again would leave what is
   * still to be sent.
   */
  private void drainAtEnd(int seconds, OutboxFolder results, Executor loop)
      throws InterruptedException {
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    CompletableFuture.runAsync(game::drain, gameLoop).join();
    while (System.nanoTime() - deadlineNs < 0 && !isDrained(results, loop)) {
      Thread.sleep(REPORT_MILLIS);
    }
  }

  private boolean isDrained(OutboxFolder results, Executor loop) {
    return CompletableFuture.supplyAsync(() -> isPlayed(loop), gameLoop).join()
        && results.count() == 0
        && CompletableFuture.supplyAsync(kicks::areAllHeard, loop).join();
  }

  /** Returns whether no battle is left; takes the last kicks. On the game's loop only. */
  private boolean isPlayed(Executor loop) {
    List<Long> kicked = game.takeKicked();
    loop.execute(() -> kicks.add(kicked));
    return game.battles().isEmpty();
  }

  /** Sends results and kicks that wait, also those of the last moment; returns when none does. */
  private void sendTheLast(ResultsOutbox outbox, Executor loop) throws InterruptedException {
    long deadlineNs = System.nanoTime() + FLUSH.toNanos();
    // Nobody waits for a game loop that hangs: results are flushed all the same.
    CompletableFuture<Boolean> asked =
        CompletableFuture.supplyAsync(() -> isPlayed(loop), gameLoop)
            .whenComplete((isPlayed, failure) -> loop.execute(kicks::send));
    outbox.flush(FLUSH);
    while (System.nanoTime() - deadlineNs < 0
        && !(asked.isDone() && CompletableFuture.supplyAsync(kicks::areAllHeard, loop).join())) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** A server that says farewell has lost the battles that the allocator has not heard of. */
  private void tellOfTheLast(Membership membership, ResultsOutbox outbox, Executor loop)
      throws InterruptedException {
    for (int i = 0; i < LAST_REPORTS; i++) {
      CompletableFuture.runAsync(() -> report(true, membership, outbox, loop), gameLoop).join();
      if (CompletableFuture.supplyAsync(membership::isAllHeard, loop).join()) {
        return;
      }
      Thread.sleep(REPORT_MILLIS);
    }
  }

  private CompletableFuture<JsonAnswer> ask(Supplier<JsonAnswer> question) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return question.get();
          } catch (IllegalArgumentException e) {
            throw new HttpError(400, e.getMessage());
          }
        },
        gameLoop);
  }

  private void onTimer(Membership membership, ResultsOutbox outbox, Executor loop) {
    boolean beats = turn++ % BEATS_PER_HEARTBEAT == 0;
    gameLoop.execute(() -> report(beats, membership, outbox, loop));
  }

  /** Tells the cluster how the game is. On the game's loop only. */
  private void report(boolean beats, Membership membership, ResultsOutbox outbox, Executor loop) {
    List<BattleReport> reports = game.takeReports();
    List<Long> kicked = game.takeKicked();
    ServerLoad load = game.load();
    List<BattleStatus> battles = new ArrayList<>(game.battles());
    loop.execute(
        () -> {
          reports.forEach(membership::over);
          if (beats || !reports.isEmpty() || membership.isMoreToTell()) {
            membership.beat(load, battles);
          }
          kicks.add(kicked);
          kicks.send();
          if (beats || !reports.isEmpty()) {
            outbox.send();
          }
        });
  }

  /** Returns where the API is. */
  public URI uri() {
    return uri;
  }

  /** Leaves the cluster, and closes the API. */
  @Override
  public void close() {
    parts.close();
  }
}
