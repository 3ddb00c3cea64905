package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.session.RateLimit;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BattleViewTest {
  private final Battle battle = new Battle(new BattleRules(20, 1_000, 20), 2, 1);
  private final Queue<Runnable> eventLoop = new ArrayDeque<>();
  private long nowNs = 1;
  private final RateLimit budget = new RateLimit(2, nowNs);
  private final BattleView view =
      new BattleView(new BattleFrame(1, battle, 20), eventLoop::add, budget::tryTake, () -> nowNs);

  private void tick() {
    battle.step(new BattleInputs());
    view.played(battle);
  }

  @Test
  void doesNothingWhileNobodyAsks() {
    tick();

    assertTrue(eventLoop.isEmpty());
  }

  @Test
  void answersAllWhoAskedWithOneView() {
    CompletableFuture<JsonAnswer> first = view.answer();
    tick();
    CompletableFuture<JsonAnswer> second = view.answer();
    assertFalse(first.isDone(), "written on the event loop only");
    tick();
    assertEquals(1, eventLoop.size(), "one copy at a time");
    eventLoop.remove().run();

    assertSame(first.join(), second.join());
    assertEquals(200, first.join().status());
  }

  @Test
  void givesAFreshViewAgainAndMakesANewOneOfAStaleOne() {
    CompletableFuture<JsonAnswer> first = view.answer();
    tick();
    eventLoop.remove().run();
    nowNs += BattleView.FRESH_NS - 1;
    assertSame(first.join(), view.answer().join());

    nowNs += 1;
    assertFalse(view.answer().isDone());
  }

  @Test
  void refusesBeyondTheBudgetAndBeyondThoseWhoMayWait() {
    assertTrue(budget.tryTake(nowNs));
    assertTrue(budget.tryTake(nowNs));
    assertTrue(view.answer().isCompletedExceptionally(), "the server's views are used up");

    nowNs += 500_000_000;
    for (int i = 0; i < BattleView.MAX_WAITING; i++) {
      assertFalse(view.answer().isDone());
    }
    assertTrue(view.answer().isCompletedExceptionally(), "too many wait");
  }

  @Test
  void tellsThoseWhoWaitThatTheBattleIsOver() {
    CompletableFuture<JsonAnswer> waiting = view.answer();
    view.end();

    assertTrue(waiting.isCompletedExceptionally());
    assertTrue(view.answer().isCompletedExceptionally());
  }
}
