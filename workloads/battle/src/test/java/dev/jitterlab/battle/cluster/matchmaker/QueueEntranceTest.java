package dev.jitterlab.battle.cluster.matchmaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class QueueEntranceTest {
  private static final long SECOND_NS = 1_000_000_000L;
  private static final int MAX_WAITING = 3;

  private final Seekers seekers = new Seekers(MAX_WAITING);
  private final List<Long> lookedUp = new ArrayList<>();
  private boolean isBanned;
  private long nowNs = Long.MAX_VALUE - SECOND_NS; // overflows on the way
  private final QueueEntrance entrance =
      new QueueEntrance(seekers, this::skill, Runnable::run, () -> nowNs);

  private CompletableFuture<Double> skill(long player) {
    lookedUp.add(player);
    return isBanned
        ? CompletableFuture.failedFuture(new HttpError(403, "the account is banned"))
        : CompletableFuture.completedFuture(1_000.0);
  }

  private CompletableFuture<Candidate> enter(long player) {
    return entrance.enter(player, "boss", 20, 0);
  }

  private void assertTooMany(long player) {
    assertEquals(429, assertThrows(HttpError.class, () -> entrance.count(player)).status());
  }

  @Test
  void aPlayerMayWishAFewTimesAtOnceAndThenOnceASecond() {
    for (int i = 0; i < QueueEntrance.AT_ONCE; i++) {
      entrance.count(1);
    }
    assertTooMany(1);
    entrance.count(2);
    nowNs += QueueEntrance.PERIOD_NS;
    entrance.count(1);
    assertTooMany(1);
  }

  @Test
  void whoWaitsAlreadyIsAnsweredWithoutTheStore() {
    Candidate first = enter(1).join();
    nowNs += 5 * SECOND_NS - 1;
    assertSame(first, enter(1).join());
    assertEquals(List.of(1L), lookedUp);
    assertEquals(nowNs, seekers.get(1).askedNs(), "he has shown that he is there");
    nowNs++;
    assertSame(first, enter(1).join());
    assertEquals(List.of(1L, 1L), lookedUp);
    assertSame(first, enter(1).join());
    assertEquals(2, lookedUp.size());
  }

  @Test
  void whoIsBannedWhileWaitingHearsOfItWithinSeconds() {
    assertFalse(enter(1).isCompletedExceptionally());
    isBanned = true;
    assertFalse(enter(1).isCompletedExceptionally());
    nowNs += 5 * SECOND_NS;
    assertTrue(enter(1).isCompletedExceptionally());
    assertTrue(enter(1).isCompletedExceptionally());
    assertEquals(3, lookedUp.size());
  }

  @Test
  void whoHasASeatQueuesAnewAndIsLookedUp() {
    Candidate first = enter(1).join();
    assertFalse(seekers.get(1).poll(nowNs).isDone());
    List<Seeker> taken = seekers.take(new Match("boss", seekers.present(10, nowNs)));
    taken.forEach(one -> one.matched(StrictJson.object()));
    Candidate next = enter(1).join();
    assertTrue(first != next);
    assertEquals(List.of(1L, 1L), lookedUp);
  }

  @Test
  void asksNothingOfTheStoreWhenTheQueueIsFull() {
    for (int player = 1; player <= MAX_WAITING; player++) {
      assertFalse(enter(player).isCompletedExceptionally());
    }
    assertEquals(503, assertThrows(HttpError.class, () -> enter(99).join()).status());
    assertEquals(MAX_WAITING, lookedUp.size());
  }
}
