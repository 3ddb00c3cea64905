package dev.jitterlab.tick;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the batches of a rate begin at each worker of one scheduler: at another part of the period
 * for each, one after the other. If all began together, then all cores were wanted at once and none
 * was free for what else runs, such as a compiler, and no worker could help another one.
 * Thread-safe.
 */
final class BatchStarts {
  /** A first tick waits for its batch, and so should not wait for longer. */
  private static final long LONGEST_PERIOD_NS = 1_000_000_000;

  /** Rates that nobody uses any more are forgotten with all others when there are so many. */
  private static final int MOST_RATES = 1_024;

  private final Map<Rate, Long> firstWorkersNs = new ConcurrentHashMap<>();

  /**
   * Returns a time at which batches of that rate begin, at a worker that has no task of it yet.
   *
   * @param place of the worker among all, from 0
   * @param places how many workers there are
   * @param dueNs when its first task is due: where the batches begin, if no other worker has any
   */
  long of(Rate rate, int place, int places, long dueNs) {
    if (places == 1 || rate.periodNs() > LONGEST_PERIOD_NS) {
      return dueNs;
    }
    long laterNs = rate.periodNs() * place / places;
    if (firstWorkersNs.size() >= MOST_RATES) {
      firstWorkersNs.clear();
    }
    return firstWorkersNs.computeIfAbsent(rate, first -> dueNs - laterNs) + laterNs;
  }
}
