package dev.jitterlab.battle.cluster.matchmaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SeekersTest {
  private static final long SECOND_NS = 1_000_000_000L;
  private static final int MAX_WAITING = 40;

  private final Seekers seekers = new Seekers(MAX_WAITING);

  @Test
  void whoseBattleDiesIsBackAtTheHeadWithHisWaitingTime() {
    enter(1, 0);
    enter(2, 0);
    List<Seeker> players = seat(9, 0);
    enter(3, SECOND_NS);
    assertEquals(2, seekers.battleDied(9, SECOND_NS));
    assertEquals(List.of(3L), waiting(2 * SECOND_NS), "who has not asked may not know it");
    assertFalse(seekers.get(1).poll(2 * SECOND_NS).isDone());
    enter(2, 2 * SECOND_NS);
    assertEquals(List.of(1L, 2L, 3L), waiting(2 * SECOND_NS));
    assertEquals(2, players.get(0).candidate.waitedSeconds(2 * SECOND_NS));
    assertEquals(0, seekers.battleDied(9, SECOND_NS));
  }

  @Test
  void whoseBattleEndsIsForgottenUnlessHeQueuedAnew() {
    enter(1, 0);
    enter(2, 0);
    seat(9, 0);
    enter(2, SECOND_NS);
    seekers.battleEnded(9);
    assertNull(seekers.get(1));
    assertEquals(List.of(2L), waiting(SECOND_NS));
  }

  @Test
  void whoAsksNoMoreIsNotMatchedAndThenForgotten() {
    enter(1, 0);
    enter(2, 0);
    assertFalse(seekers.get(2).poll(0).isDone());
    assertEquals(List.of(1L, 2L), waiting(5 * SECOND_NS - 1));
    assertEquals(List.of(2L), waiting(5 * SECOND_NS));
    assertEquals(0, seekers.removeAbandoned(60 * SECOND_NS - 1));
    assertEquals(1, seekers.removeAbandoned(60 * SECOND_NS));
    assertNull(seekers.get(1));
  }

  /** The place is taken by the connection that holds it, not by the wish. */
  @Test
  void whoHasOnlyWishedIsNotMatchedAndSoonForgotten() {
    wish(1, 0);
    enter(2, 0);
    assertEquals(List.of(2L), waiting(0));
    assertEquals(0, seekers.removeAbandoned(5 * SECOND_NS - 1));
    assertEquals(1, seekers.removeAbandoned(5 * SECOND_NS));
    assertNull(seekers.get(1));
    wish(1, 6 * SECOND_NS);
    assertFalse(seekers.get(1).poll(7 * SECOND_NS).isDone());
    assertEquals(List.of(1L), waiting(7 * SECOND_NS));
  }

  @Test
  void refusesMorePlayersThanMayWait() {
    for (int i = 1; i <= MAX_WAITING; i++) {
      enter(i, 0);
    }
    enter(1, SECOND_NS); // he is in already
    assertEquals(503, assertThrows(HttpError.class, () -> enter(99, 0)).status());
  }

  /** Whatever happens, a player who has not left is in the queue, in a match, or in a battle. */
  @Property(tries = 200)
  void nobodyIsLost(@ForAll long seed) {
    Seekers all = new Seekers(10_000);
    Random random = new Random(seed);
    Matching matching = new Matching(new MatchCriteria(4), List.of("boss"));
    List<List<Seeker>> placing = new ArrayList<>();
    List<Long> battles = new ArrayList<>();
    long seated = 0;
    int entered = 0;
    for (int step = 0; step < 200; step++) {
      long nowNs = step * SECOND_NS;
      Candidate next =
          new Candidate(++entered, "boss", random.nextInt(100), random.nextInt(2_000), nowNs);
      all.enter(next, nowNs);
      assertFalse(all.get(entered).poll(nowNs).isDone());
      for (Match match : matching.round(all.present(100, nowNs), nowNs, step)) {
        placing.add(all.take(match));
      }
      while (!placing.isEmpty() && random.nextBoolean()) {
        List<Seeker> players = placing.remove(random.nextInt(placing.size()));
        if (random.nextInt(3) == 0) {
          all.putBack(players);
        } else {
          all.inBattle(step * 100L + ++seated, players);
          players.forEach(one -> one.matched(StrictJson.object()));
          battles.add(step * 100L + seated);
        }
      }
      while (!battles.isEmpty() && random.nextInt(3) == 0) {
        all.battleDied(battles.remove(random.nextInt(battles.size())), nowNs);
      }
      int inMatches = placing.stream().mapToInt(List::size).sum();
      int inBattles = 0;
      for (int player = 1; player <= entered; player++) {
        assertTrue(all.get(player) != null, "player " + player);
        inBattles += all.get(player).state() == Seeker.State.MATCHED ? 1 : 0;
      }
      assertEquals(entered, all.waiting() + inMatches + inBattles);
    }
  }

  /** Wishes for a battle, and asks for it by a connection that ends at once. */
  private void enter(long player, long nowNs) {
    wish(player, nowNs);
    Seeker seeker = seekers.get(player);
    if (!seeker.isPolling() && seeker.state() == Seeker.State.WAITING) {
      assertTrue(seeker.poll(nowNs).cancel(false));
    }
  }

  private void wish(long player, long nowNs) {
    seekers.enter(new Candidate(player, "boss", 20, 1_000, nowNs), nowNs);
  }

  private List<Seeker> seat(long battle, long nowNs) {
    List<Seeker> players = seekers.take(new Match("boss", seekers.present(10, nowNs)));
    players.forEach(one -> one.matched(StrictJson.object()));
    seekers.inBattle(battle, players);
    return players;
  }

  private List<Long> waiting(long nowNs) {
    List<Long> waiting = new ArrayList<>();
    seekers.present(100, nowNs).forEach(one -> waiting.add(one.player));
    return waiting;
  }
}
