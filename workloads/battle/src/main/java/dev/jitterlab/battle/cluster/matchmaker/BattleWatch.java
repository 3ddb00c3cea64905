package dev.jitterlab.battle.cluster.matchmaker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Follows what becomes of battles, as the allocator hears it: the players of those that failed to
 * start or died with their server wait again. One question at a time. Event loop only.
 */
final class BattleWatch {
  private final Seekers seekers;
  private final ClusterCalls cluster;
  private final Executor loop;
  private final NanoClock clock;
  private final MatchmakerMetrics metrics;
  private String allocator = "";
  private long after;
  private boolean asking;

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
    CompletableFuture<Void> unused =
        cluster
            .events(after)
            .handleAsync(
                (news, failure) -> {
                  asking = false;
                  if (failure == null) {
                    hear(news);
                  }
                  return null;
                },
                loop);
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
        metrics.returned(seekers.battleDied(battle, clock.nanoTime()));
      }
    }
  }
}
