package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.StrictJson;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BelievedKicksTest {
  private static final JsonAnswer KEPT = JsonAnswer.ok(StrictJson.object());
  private static final HttpError AWAY = new HttpError(503, "the database does not answer");

  private CompletableFuture<JsonAnswer> answer = new CompletableFuture<>();
  private boolean isFull;
  private final BelievedKicks kicks =
      new BelievedKicks(
          question -> {
            if (isFull) {
              throw AWAY;
            }
            return answer;
          },
          Runnable::run);

  private CompletableFuture<JsonAnswer> tell(String server, long nowNs) {
    return kicks.tell(server, nowNs, store -> KEPT);
  }

  private void assertTooMany(String server, long nowNs) {
    assertEquals(429, assertThrows(HttpError.class, () -> tell(server, nowNs).join()).status());
  }

  @Test
  void believesAFewKicksOfEachServerAtOnceAndThenOneInSixSeconds() {
    answer.complete(KEPT);
    for (int i = 0; i < BelievedKicks.AT_ONCE; i++) {
      assertTrue(tell("a", 0).isDone());
    }
    assertTooMany("a", BelievedKicks.PERIOD_NS - 1);
    assertTrue(tell("b", 0).isDone());
    assertTrue(tell("a", BelievedKicks.PERIOD_NS).isDone());
    assertTooMany("a", BelievedKicks.PERIOD_NS);
  }

  /** A server sends a kick four times a second until the store has it. */
  @Test
  void anOutageOfTheStoreUsesUpNothing() {
    answer.completeExceptionally(AWAY);
    for (int i = 0; i < 10 * BelievedKicks.AT_ONCE; i++) {
      isFull = i % 2 == 0;
      if (isFull) {
        assertEquals(503, assertThrows(HttpError.class, () -> tell("a", 0).join()).status());
      } else {
        assertTrue(tell("a", 0).isCompletedExceptionally());
      }
    }
    isFull = false;
    answer = CompletableFuture.completedFuture(KEPT);
    for (int i = 0; i < BelievedKicks.AT_ONCE; i++) {
      assertTrue(tell("a", 0).isDone());
    }
    assertTooMany("a", 0);
  }

  /** Otherwise a broken server could ban everybody by hanging up in time. */
  @Test
  void kicksCountWhoseSenderWentAway() {
    for (int i = 0; i < BelievedKicks.AT_ONCE; i++) {
      answer = new CompletableFuture<>();
      assertTrue(tell("a", 0).cancel(false));
    }
    assertTooMany("a", 0);
  }
}
