package dev.jitterlab.periodic;

import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A periodic task as a {@link PeerScheduler} gets it. The peer runs it from one thread at a time,
 * and what one run wrote is seen by the next.
 *
 * <p>Its schedule is perfect: the first time plus whole periods. A run that comes late stands for
 * the next period that has not run yet, so a peer that falls behind catches up, as far as it runs
 * the task again at once.
 */
public final class PeerTask {
  private static final double NS_PER_SECOND = 1e9;

  private final Rate rate;
  private final long firstNs;
  private final Runnable work;
  private final ExternalTask told;
  private final AtomicLong ticks = new AtomicLong(); // written by one thread at a time

  /**
   * @param firstNs when the first tick is due
   * @param listener is told of every tick
   */
  PeerTask(String name, Rate rate, long firstNs, Runnable work, TickListener listener) {
    this.rate = rate;
    this.firstNs = firstNs;
    this.work = work;
    this.told = new ExternalTask(name, rate, listener);
  }

  /** The time between two ticks, in nanoseconds. */
  public long periodNs() {
    return rate.periodNs();
  }

  /** When the next tick is due. */
  public long nextNs() {
    return firstNs + Math.round(ticks.get() * (NS_PER_SECOND / rate.hertz()));
  }

  /** The periods that are over and in which no tick has run. Any thread; may be a tick behind. */
  WaitingPeriods waitingPeriods(long nowNs) {
    return WaitingPeriods.of((nowNs - nextNs()) / periodNs(), periodNs());
  }

  /** Runs the tick that is due next, whatever the time is. */
  public void run() {
    long scheduledNs = nextNs();
    told.begins();
    long startedNs = System.nanoTime();
    work.run();
    told.ticked(scheduledNs, startedNs, System.nanoTime());
    ticks.lazySet(ticks.get() + 1);
  }
}
