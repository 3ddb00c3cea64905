package dev.jitterlab.battle.cluster.matchmaker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BattleWatchTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final Seekers seekers = new Seekers(100);
  private long nowNs;
  private final BattleWatch watch =
      new BattleWatch(
          seekers,
          null, // nobody is asked here
          Runnable::run,
          () -> nowNs,
          new MatchmakerMetrics(new PrometheusRegistry()));

  @Test
  void playersOfABattleThatNoServerHasAnyMoreWaitAgain() {
    seat(7, 1, 2);
    seat(8, 3, 4);
    watch.compare(battles(2, 8)); // its server may still be about to register
    watch.compare(battles(3, 8));
    assertEquals(Set.of(7L, 8L), seekers.battles());
    watch.compare(battles(7, 8));
    assertEquals(Set.of(7L, 8L), seekers.battles(), "its end may be news that are under way");
    watch.compare(battles(12, 8));
    assertEquals(Set.of(8L), seekers.battles());
    assertEquals(2, seekers.waiting());
  }

  @Test
  void aBattleThatWasGivenToAServerSinceTheAnswerWasMadeIsKept() {
    seat(7, 1, 2);
    watch.compare(battles(10));
    watch.compare(battles(15, 7));
    watch.compare(battles(20));
    assertEquals(Set.of(7L), seekers.battles());
  }

  @Test
  void whoWasInItAndDoesNotAskIsForgotten() {
    seat(7, 1, 2);
    watch.compare(battles(10));
    watch.compare(battles(15));
    seekers.removeAbandoned(60 * SECOND_NS);
    assertNull(seekers.get(1));
    assertEquals(0, seekers.waiting());
    assertEquals(Set.of(), seekers.battles());
  }

  private void seat(long battle, long... players) {
    for (long player : players) {
      seekers.enter(new Candidate(player, "boss", 20, 1_000, nowNs), nowNs);
      assertFalse(seekers.get(player).poll(nowNs).isDone());
    }
    List<Seeker> taken = seekers.take(new Match("boss", seekers.present(10, nowNs)));
    assertEquals(players.length, taken.size());
    taken.forEach(one -> one.matched(StrictJson.object()));
    seekers.inBattle(battle, taken);
  }

  private static JsonNode battles(double upSeconds, long... battles) {
    ObjectNode there = StrictJson.object().put("up_seconds", upSeconds);
    for (long battle : battles) {
      there.withArray("/battles").add(battle);
    }
    return there;
  }
}
