package dev.jitterlab.battle.server.control;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.JsonHandler;
import dev.jitterlab.battle.http.JsonRequest;
import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.rules.Battle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The battles that can be watched: {@code GET /battles/{number}/view} shows one without fog, so
 * only services of the cluster may ask (docs/play.md has the fields). The number is the server's
 * own. Event loop only, but for the handler, which may be called on any thread.
 */
public final class BattleViews {
  private final Executor eventLoop;
  private final LongSupplier nanoTime;
  private final LongPredicate budget;
  private final Map<Long, BattleView> battles = new HashMap<>();

  /**
   * No battle yet.
   *
   * @param budget says, at a time, whether one more view of any battle may be made
   */
  public BattleViews(Executor eventLoop, LongSupplier nanoTime, LongPredicate budget) {
    this.eventLoop = eventLoop;
    this.nanoTime = nanoTime;
    this.budget = budget;
  }

  /**
   * Adds the route of the views.
   *
   * @param guard lets only services of the cluster through, such as {@code ServerKey::guard}
   */
  public void addTo(JsonRoutes routes, UnaryOperator<JsonHandler> guard) {
    routes.get("/battles/{number}/view", guard.apply(request -> onEventLoop(() -> view(request))));
  }

  /** A battle begins; its first tick has not been played. */
  public BattleView started(long number, Battle battle, int ticksPerSecond) {
    BattleFrame frame = new BattleFrame(number, battle, ticksPerSecond);
    BattleView view = new BattleView(frame, eventLoop, budget, nanoTime);
    battles.put(number, view);
    return view;
  }

  /** A battle is over. */
  public void ended(long number) {
    BattleView ended = battles.remove(number);
    if (ended != null) {
      ended.end();
    }
  }

  private CompletableFuture<JsonAnswer> onEventLoop(
      Supplier<CompletableFuture<JsonAnswer>> answer) {
    return CompletableFuture.<Void>completedFuture(null)
        .thenComposeAsync(nothing -> answer.get(), eventLoop);
  }

  private CompletableFuture<JsonAnswer> view(JsonRequest request) {
    BattleView view = battles.get(request.number("number"));
    if (view == null) {
      throw new HttpError(
          404, "there is no such battle; GET /battles lists those that are running");
    }
    return view.answer();
  }
}
