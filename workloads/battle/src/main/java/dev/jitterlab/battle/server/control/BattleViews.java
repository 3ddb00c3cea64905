package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.Json;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.rules.Battle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The battles that can be watched: {@code GET /battles} lists them, {@code GET /battles/{id}/view}
 * shows one without fog, so only services of the cluster may ask (docs/play.md has the fields).
 * Event loop only, but for the handlers, which may be called on any thread.
 */
public final class BattleViews {
  /** Of all battles together. */
  static final int MAX_VIEWS_PER_SECOND = 40;

  private final Executor eventLoop;
  private final LongSupplier nanoTime;
  private final ViewBudget budget;
  private final Map<Long, Running> battles = new LinkedHashMap<>();

  private static final class Running {
    final String mode;
    final int players;
    final BattleView view;

    Running(Battle battle, BattleView view) {
      this.mode = battle.mode().label();
      this.players = battle.fighters().count();
      this.view = view;
    }
  }

  /** No battle yet. */
  public BattleViews(Executor eventLoop, LongSupplier nanoTime) {
    this.eventLoop = eventLoop;
    this.nanoTime = nanoTime;
    this.budget = new ViewBudget(MAX_VIEWS_PER_SECOND, nanoTime.getAsLong());
  }

  /**
   * Adds the routes of the views.
   *
   * @param guard lets only services of the cluster through, such as {@code ClusterKey::guard}
   */
  public void addTo(JsonRoutes routes, UnaryOperator<JsonHandler> guard) {
    routes.get("/battles", guard.apply(request -> onEventLoop(this::list)));
    routes.get("/battles/{id}/view", guard.apply(request -> onEventLoop(() -> view(request))));
  }

  /** A battle begins; its first tick has not been played. */
  public BattleView started(long id, Battle battle, int ticksPerSecond) {
    BattleFrame frame = new BattleFrame(id, battle, ticksPerSecond);
    BattleView view = new BattleView(frame, eventLoop, budget, nanoTime);
    battles.put(id, new Running(battle, view));
    return view;
  }

  /** A battle is over. */
  public void ended(long id) {
    Running ended = battles.remove(id);
    if (ended != null) {
      ended.view.end();
    }
  }

  private CompletableFuture<JsonAnswer> onEventLoop(
      Supplier<CompletableFuture<JsonAnswer>> answer) {
    return CompletableFuture.<Void>completedFuture(null)
        .thenComposeAsync(nothing -> answer.get(), eventLoop);
  }

  private CompletableFuture<JsonAnswer> list() {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("battles");
    battles.forEach(
        (id, running) ->
            list.addObject()
                .put("battle", id)
                .put("mode", running.mode)
                .put("players", running.players));
    return CompletableFuture.completedFuture(JsonAnswer.ok(json));
  }

  private CompletableFuture<JsonAnswer> view(JsonRequest request) {
    Running running = battles.get(number(request.variable("id")));
    if (running == null) {
      throw new HttpError(
          404, "there is no such battle; GET /battles lists those that are running");
    }
    return running.view.answer();
  }

  private static long number(String id) {
    try {
      return Long.parseLong(id);
    } catch (NumberFormatException e) {
      throw new HttpError(400, "the battle must be its number; found " + id);
    }
  }
}
