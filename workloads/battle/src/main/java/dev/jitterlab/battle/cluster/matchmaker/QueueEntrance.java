package dev.jitterlab.battle.cluster.matchmaker;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.session.NamedLimits;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Lets players into the queue, each within a limit of his own, so that one ticket does not keep the
 * store busy. A player who waits already is answered from memory, and looked up in the store every
 * few seconds at most. Event loop only.
 */
final class QueueEntrance {
  /** Wishes of one player: so many at once. */
  static final int AT_ONCE = 10;

  /** After which there may be one more. */
  static final long PERIOD_NS = 1_000_000_000L;

  /** So many players are remembered, those that wished last. */
  private static final int PLAYERS = 100_000;

  private final Seekers seekers;
  private final LongFunction<CompletableFuture<Double>> skills;
  private final Executor loop;
  private final NanoClock clock;
  private final NamedLimits wishes = new NamedLimits(PLAYERS, PERIOD_NS, AT_ONCE);

  /** {@code skills} asks the store for a player's skill, and fails when he is banned. */
  QueueEntrance(
      Seekers seekers,
      LongFunction<CompletableFuture<Double>> skills,
      Executor loop,
      NanoClock clock) {
    this.seekers = seekers;
    this.skills = skills;
    this.loop = loop;
    this.clock = clock;
  }

  /** Counts a wish of that player; throws 429 when these are too many. */
  void count(long player) {
    if (!wishes.tryTake(Long.toString(player), clock.nanoTime())) {
      throw new HttpError(
          429, "player " + player + " has asked for a place too often; ask again in a second");
    }
  }

  /**
   * Puts a player into the queue, or finds him there; one who waits already keeps his place and his
   * wishes. Throws 503 when the queue is full.
   */
  CompletableFuture<Candidate> enter(long player, String mode, int latencyMs, long waitedMillis) {
    long askedNs = clock.nanoTime();
    Seeker present = seekers.get(player);
    if (present == null || present.state() == Seeker.State.MATCHED) {
      seekers.requireRoom(); // before the store is asked: that is the load which must not grow
    } else if (present.isVouched(askedNs)) {
      present.asked(askedNs);
      return CompletableFuture.completedFuture(present.candidate);
    }
    return skills
        .apply(player)
        .thenApplyAsync(
            skill -> {
              long nowNs = clock.nanoTime();
              long sinceNs = nowNs - TimeUnit.MILLISECONDS.toNanos(waitedMillis);
              seekers.enter(new Candidate(player, mode, latencyMs, skill, sinceNs), nowNs);
              Seeker seeker = seekers.get(player);
              seeker.vouched(nowNs);
              return seeker.candidate;
            },
            loop);
  }
}
