package dev.jitterlab.periodic;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitingPeriods;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What ticks: tasks on a scheduler of the library, or another program that is listened to. */
interface Ticking extends AutoCloseable {
  /** Makes it; nothing ticks before {@link #start}. */
  interface Source {
    /**
     * Makes what tells this listener of every tick.
     *
     * @param jitter is told of every start
     * @throws UnavailableException if this machine lacks what it takes
     */
    Ticking open(TickListener listener, ReleaseJitter jitter) throws UnavailableException;
  }

  /**
   * Starts all tasks; returns when the last one has started.
   *
   * @throws UnavailableException if this machine lacks what it takes
   */
  void start() throws UnavailableException, InterruptedException;

  /** Adds what it knows beside its ticks to the metrics. */
  default void register(PrometheusRegistry registry) {}

  /** Returns how many ticks ended with an exception; none where they are another one's affair. */
  default long failedTicks() {
    return 0;
  }

  /** Returns the periods that are over without a tick; none where that is not known. */
  default WaitingPeriods waitingPeriods() {
    return WaitingPeriods.NONE;
  }

  /** Returns why it has ended by itself; null while it ticks, and after {@link #close}. */
  default String failure() {
    return null;
  }

  /** Ends it; when this returns, no more ticks are told. */
  @Override
  void close();
}
