package dev.jitterlab.battle.cluster.matchmaker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.tick.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Turns matches into seats: the store says who is banned, the allocator gives a server, then the
 * login grants. If one of the three fails, the players are back in the queue with their waiting
 * time, the seats are given back, and nobody asks for a second: who hammers a cluster that is full
 * makes it no emptier. If a player is banned, he leaves the queue and the others return to it.
 * Event loop only.
 */
final class MatchPlacing {
  /** Matches under way; more stay in the queue until the next round. */
  private static final int MAX_PLACING = 64;

  private static final long PAUSE_NS = Duration.ofSeconds(1).toNanos();

  private final Seekers seekers;
  private final ClusterCalls cluster;
  private final Executor loop;
  private final NanoClock clock;
  private final MatchmakerMetrics metrics;
  private int placing;
  private long pausedUntilNs;

  MatchPlacing(
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
    this.pausedUntilNs = clock.nanoTime();
  }

  /** Returns whether another match may be begun now. */
  boolean takesMatches(long nowNs) {
    return placing < MAX_PLACING && nowNs - pausedUntilNs >= 0;
  }

  /** Looks for seats for a match, whose players leave the queue. */
  void begin(Match match) {
    List<Seeker> players = seekers.take(match);
    placing++;
    CompletableFuture<Void> unused =
        cluster
            .banned(match)
            .thenComposeAsync(
                banned ->
                    banned.isEmpty() ? onServer(match, players) : withoutBanned(players, banned),
                loop)
            .whenCompleteAsync(
                (done, failure) -> {
                  placing--;
                  if (failure != null) {
                    notPlaced(players, failure);
                  }
                },
                loop);
  }

  private CompletableFuture<Void> onServer(Match match, List<Seeker> players) {
    return cluster.place(match).thenComposeAsync(place -> withGrants(match, players, place), loop);
  }

  /** The others are matched again in a later round; the banned learn why when they queue again. */
  private CompletableFuture<Void> withoutBanned(List<Seeker> players, Set<Long> banned) {
    seekers.putBack(players);
    for (long player : banned) {
      seekers.leave(player, clock.nanoTime());
    }
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> withGrants(Match match, List<Seeker> players, JsonBody place) {
    String server = place.text("server", 64);
    String address = place.text("address", 200);
    long battle = place.integer("battle", 1, Long.MAX_VALUE);
    return cluster
        .grants(server, battle, match.players)
        .whenComplete(
            (grants, failure) -> {
              if (failure != null) {
                CompletableFuture<JsonReply> unused = cluster.cancel(battle); // or it times out
              }
            })
        .thenAcceptAsync(
            grants -> {
              seekers.inBattle(battle, players);
              for (int i = 0; i < players.size(); i++) {
                players.get(i).matched(seat(server, address, battle, grants.path(i)));
              }
              metrics.seated(match, players, clock.nanoTime());
            },
            loop);
  }

  private static ObjectNode seat(String server, String address, long battle, JsonNode grant) {
    ObjectNode seat =
        StrictJson.object()
            .put("state", "matched")
            .put("address", address)
            .put("server", server)
            .put("battle", battle);
    seat.set("grant", grant);
    return seat;
  }

  private void notPlaced(List<Seeker> players, Throwable failure) {
    System.getLogger(MatchPlacing.class.getName())
        .log(System.Logger.Level.DEBUG, "a match got no seats", failure);
    metrics.notPlaced.inc();
    seekers.putBack(players);
    pausedUntilNs = clock.nanoTime() + PAUSE_NS;
  }
}
