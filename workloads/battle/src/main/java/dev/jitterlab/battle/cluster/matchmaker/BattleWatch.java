package dev.jitterlab.battle.cluster.matchmaker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.tick.NanoClock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Follows what becomes of battles, as the allocator hears it: the players of those that failed to
 * start or died with their server wait again. What an allocator knew when it was killed is not lost
 * either: {@link #sweep} finds the battles that no server has any more. One question of each kind
 * at a time. Event loop only.
 */
final class BattleWatch {
  /** Servers register within two seconds, and are gone after three. */
  private static final double SETTLED_SECONDS = 6;

  private final Seekers seekers;
  private final ClusterCalls cluster;
  private final Executor loop;
  private final NanoClock clock;
  private final MatchmakerMetrics metrics;
  private String allocator = "";
  private long after;
  private boolean asking;
  private boolean sweeping;
  private Set<Long> missing = Set.of();

  BattleWatch(
      Seekers seekers,
      ClusterCalls cluster,
      Executor loop,
      NanoClock clock,
      MatchmakerMetrics metrics) {
    this.seekers = seekers;
    this.cluster = cluster;
    this.loop = loop;
    this.clock = clock;
    this.metrics = metrics;
  }

  /** Asks for news, unless an answer is still owed. */
  void ask() {
    if (asking) {
      return;
    }
    asking = true;
    answered(cluster.events(after), () -> asking = false, this::hear);
  }

  /** Asks which battles there are, unless an answer is still owed. */
  void sweep() {
    if (sweeping) {
      return;
    }
    sweeping = true;
    answered(cluster.battles(), () -> sweeping = false, this::compare);
  }

  private void answered(
      CompletableFuture<JsonNode> answer, Runnable first, Consumer<JsonNode> andIfItCame) {
    CompletableFuture<JsonNode> unused =
        answer.whenCompleteAsync(
            (news, failure) -> {
              first.run();
              if (failure == null) {
                andIfItCame.accept(news);
              }
            },
            loop);
  }

  /**
   * Gives a battle up that is missing twice: the first time its end may be news that are under way,
   * or it may have been given to a server since.
   */
  void compare(JsonNode there) {
    if (there.path("up_seconds").doubleValue() < SETTLED_SECONDS) {
      missing = Set.of(); // its servers may still be about to register
      return;
    }
    Set<Long> now = new HashSet<>(seekers.battles());
    there.path("battles").forEach(battle -> now.remove(battle.longValue()));
    for (long battle : Set.copyOf(now)) {
      if (missing.contains(battle)) {
        metrics.returned.inc(seekers.battleDied(battle, clock.nanoTime()));
        now.remove(battle);
      }
    }
    missing = now;
  }

  private void hear(JsonNode news) {
    String from = news.path("allocator").asText();
    if (!from.equals(allocator)) {
      allocator = from; // it was started anew and numbers from 1: ask for all it has
      after = 0;
      return;
    }
    after = news.path("next").longValue();
    for (JsonNode event : news.path("events")) {
      long battle = event.path("battle").longValue();
      if (event.path("outcome").asText().equals("ended")) {
        seekers.battleEnded(battle);
      } else {
        metrics.returned.inc(seekers.battleDied(battle, clock.nanoTime()));
      }
    }
  }
}
