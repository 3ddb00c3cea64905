package dev.jitterlab.load;

import dev.jitterlab.tick.NanoClock;
import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongConsumer;

/**
 * Lets work gather for an event loop, so that one wake-up serves all of it: a turn of the loop
 * begins no sooner than a given time after the turn before. What comes meanwhile waits, for that
 * time at most. Network cards do the same with their interrupts (interrupt moderation).
 *
 * <p>While the loop rests, it counts as awake: who hands it a task writes no wake-up. So however
 * many packets and tasks there are, the calls that wait and wake are bounded by time: at most one
 * rest and two looks a turn. A loop that had nothing to do for so long takes what comes at once.
 *
 * <p>Belongs to one event loop. Allocates nothing.
 */
public final class GatheringTurns implements SelectStrategy {
  private final long apartNs;
  private final NanoClock clock;
  private final LongConsumer rest;
  private long turnNs;

  /**
   * Creates them for a loop that has had no turn.
   *
   * @param apartNs how long after a turn the next one begins, at least
   * @param rest lets the calling thread sleep for so many nanoseconds; it may end early
   */
  public GatheringTurns(long apartNs, NanoClock clock, LongConsumer rest) {
    this.apartNs = apartNs;
    this.clock = clock;
    this.rest = rest;
    this.turnNs = clock.nanoTime() - apartNs;
  }

  /** Rests, looks for what came, and says whether the loop shall wait for more. */
  @Override
  public int calculateStrategy(IntSupplier look, boolean hasTasks) throws Exception {
    long nowNs = clock.nanoTime();
    long restNs = turnNs + apartNs - nowNs;
    if (restNs <= 0) {
      turnNs = nowNs;
      return hasTasks ? look.get() : SELECT;
    }
    rest.accept(restNs);
    turnNs = clock.nanoTime();
    int ready = look.get();
    return ready > 0 || hasTasks ? ready : SELECT; // tasks that came meanwhile end the wait
  }
}
