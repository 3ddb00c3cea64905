package dev.jitterlab.battle.server.control;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.rules.Battle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * What spectators see of one battle. While nobody asks, it costs a tick the look at one flag. Who
 * asks sets the flag; the next tick copies the state, clears the flag and hands the copy to the
 * event loop, which writes it as JSON and answers all who have asked meanwhile. The copy is the
 * tick's while the flag is set, and the event loop's otherwise: the flag is set again only after
 * the copy was written.
 *
 * <p>{@link #played} belongs to the thread that steps the battle, everything else to the event
 * loop.
 */
public final class BattleView {
  /** Within this time the same view is given again: at most 10 a second are made of a battle. */
  static final long FRESH_NS = 100_000_000;

  /** Who may wait for the next view of a battle. */
  static final int MAX_WAITING = 64;

  private final BattleFrame frame;
  private final Executor eventLoop;
  private final LongPredicate budget;
  private final LongSupplier nanoTime;
  private final List<CompletableFuture<JsonAnswer>> waiting = new ArrayList<>();
  private volatile boolean wanted;
  private boolean ended;
  private JsonAnswer last;
  private long lastNs;

  BattleView(BattleFrame frame, Executor eventLoop, LongPredicate budget, LongSupplier nanoTime) {
    this.frame = frame;
    this.eventLoop = eventLoop;
    this.budget = budget;
    this.nanoTime = nanoTime;
  }

  /** A tick was played; allocates only where somebody has asked. */
  public void played(Battle battle) {
    if (wanted) {
      frame.copy(battle);
      wanted = false;
      eventLoop.execute(this::write);
    }
  }

  /** Answers with a view that is at most {@link #FRESH_NS} old. */
  CompletableFuture<JsonAnswer> answer() {
    long nowNs = nanoTime.getAsLong();
    if (last != null && nowNs - lastNs < FRESH_NS) {
      return CompletableFuture.completedFuture(last);
    }
    if (ended) {
      return CompletableFuture.failedFuture(gone());
    }
    if (waiting.size() == MAX_WAITING || (waiting.isEmpty() && !budget.test(nowNs))) {
      return CompletableFuture.failedFuture(
          new HttpError(503, "too many views are asked for; ask again later"));
    }
    CompletableFuture<JsonAnswer> answer = new CompletableFuture<>();
    waiting.add(answer);
    if (waiting.size() == 1) {
      wanted = true;
    }
    return answer;
  }

  private void write() {
    last = JsonAnswer.ok(frame.json());
    lastNs = nanoTime.getAsLong();
    List<CompletableFuture<JsonAnswer>> answers = new ArrayList<>(waiting);
    waiting.clear();
    answers.forEach(answer -> answer.complete(last));
  }

  /** The battle is over: no tick will come for those who wait. */
  void end() {
    ended = true;
    List<CompletableFuture<JsonAnswer>> answers = new ArrayList<>(waiting);
    waiting.clear();
    answers.forEach(answer -> answer.completeExceptionally(gone()));
  }

  private static HttpError gone() {
    return new HttpError(404, "this battle is over; GET /battles lists those that are running");
  }
}
