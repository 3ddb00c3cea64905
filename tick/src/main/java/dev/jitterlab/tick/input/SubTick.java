package dev.jitterlab.tick.input;

import dev.jitterlab.tick.Tick;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Says when inside a tick an input happened, though all inputs of a tick are processed together:
 * the sub-tick system of the thesis, section 3.2.4. One object a task, one {@link Client} a player.
 *
 * <pre>{@literal
 *     tick n-1 due                              tick n due, runs
 *   ------|-----------------------------------------|----------
 *         |<-- the inputs of tick n are in here --->|
 *         0             placeNs(...)            lengthNs()
 * }</pre>
 *
 * <p>A client says "at this fraction after that tick", and is believed within bounds. Its input is
 * not later than the server received it, not longer before that than {@code trustNs}, and not
 * before the same client's input before it. Whatever is left is put into the tick that runs: only
 * for that can an input be later than its reception, when it was received before the tick before
 * this one was due and is processed only now. Every bound that took effect is counted by kind.
 *
 * <p>The trust is what a cheat can gain: to act that long before others by lying. It should be the
 * longest way from the client to the server that is to be made up for, and no more.
 *
 * <p>All is integer arithmetic, and no claim, however hostile, overflows it. Allocates nothing but
 * the clients. To be used from within the ticks of its task; only counts are for any thread.
 */
public final class SubTick {
  /** The fractions of a tick that a claim counts in. */
  public static final int FRACTIONS = 1 << 16;

  private final Map<SubTickClamp, LongAdder> clamped = new EnumMap<>(SubTickClamp.class);
  private long index = -1;
  private long startNs;
  private long lengthNs;
  private long periodNs;

  /** Creates one that no tick was started in. */
  public SubTick() {
    for (SubTickClamp clamp : SubTickClamp.values()) {
      clamped.put(clamp, new LongAdder());
    }
  }

  /**
   * Starts a tick; before any input of it is placed. The time that inputs of this tick can have
   * reaches from when the tick before it was due to when this one is: longer than a period when
   * ticks were left out.
   */
  public void begin(Tick tick) {
    periodNs = tick.periodNs();
    long dueNs = tick.scheduledNs();
    startNs = index < 0 ? dueNs - periodNs : startNs + lengthNs;
    lengthNs = Math.max(0, dueNs - startNs);
    index = tick.index();
  }

  /** Returns how long the time is that inputs of this tick can have, in nanoseconds. */
  public long lengthNs() {
    return lengthNs;
  }

  /** Returns how often that bound took effect, for all clients together. Any thread. */
  public long clamped(SubTickClamp clamp) {
    return clamped.get(clamp).sum();
  }

  /**
   * Returns a new client.
   *
   * @param trustNs how long before its reception an input can have happened, at most
   */
  public Client client(long trustNs) {
    if (trustNs < 0) {
      throw new IllegalArgumentException("a trust is 0 ns or more, not " + trustNs);
    }
    return new Client(trustNs);
  }

  private void count(SubTickClamp clamp) {
    clamped.get(clamp).increment();
  }

  /** One client's inputs, in the order in which they were received. */
  public final class Client {
    private final long trustNs;
    private boolean hasLast;
    private long lastNs;

    Client(long trustNs) {
      this.trustNs = trustNs;
    }

    /**
     * Places an input in the tick that runs.
     *
     * @param claimedTick the tick, by {@link Tick#index}, after which the input happened as the
     *     client says
     * @param claimedFraction how long after it, in periods / {@link #FRACTIONS}
     * @param receivedNs when the server received it, by the scheduler's clock
     * @return nanoseconds from the start of the tick's time: 0 to {@link #lengthNs}
     */
    public long placeNs(long claimedTick, int claimedFraction, long receivedNs) {
      long sinceStartNs = receivedNs - startNs;
      long atNs = sinceStartNs;
      if (claimedTick < 0 || claimedFraction < 0 || claimedFraction >= FRACTIONS) {
        count(SubTickClamp.MALFORMED);
      } else {
        atNs = bounded(claimedNs(claimedTick, claimedFraction), sinceStartNs);
      }
      return inTick(inOrder(atNs));
    }

    private long bounded(long claimedNs, long sinceStartNs) {
      if (claimedNs > sinceStartNs) {
        count(SubTickClamp.FUTURE);
        return sinceStartNs;
      }
      if (sinceStartNs - claimedNs > trustNs) {
        count(SubTickClamp.UNTRUSTED);
        return sinceStartNs - trustNs;
      }
      return claimedNs;
    }

    private long inOrder(long atNs) {
      if (hasLast && startNs + atNs - lastNs < 0) {
        count(SubTickClamp.REORDERED);
        return lastNs - startNs;
      }
      return atNs;
    }

    private long inTick(long atNs) {
      long placedNs = atNs;
      if (atNs < 0) {
        count(SubTickClamp.BEFORE_TICK);
        placedNs = 0;
      } else if (atNs > lengthNs) {
        count(SubTickClamp.AFTER_TICK);
        placedNs = lengthNs;
      }
      hasLast = true;
      lastNs = startNs + placedNs;
      return placedNs;
    }
  }

  /** Returns a claim as time since the start; ticks far away count as less far. */
  private long claimedNs(long tick, int fraction) {
    long farthest = Long.MAX_VALUE / 8 / periodNs;
    long insideNs = periodNs / FRACTIONS * fraction + periodNs % FRACTIONS * fraction / FRACTIONS;
    if (tick >= index) {
      return lengthNs + Math.min(tick - index, farthest) * periodNs + insideNs;
    }
    // The tick before this one was due at the start, however many periods ago.
    return insideNs - Math.min(index - 1 - tick, farthest) * periodNs;
  }
}
