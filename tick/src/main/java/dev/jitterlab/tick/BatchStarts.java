package dev.jitterlab.tick;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the batches of a rate begin at each worker of one scheduler. With two workers, that is half
 * a period apart: if both began together, then both cores were wanted at once and none was free for
 * what else runs, such as a compiler, and no worker could help the other one.
 *
 * <p>With more workers each begins when its first task is due. There, in a simulation of full
 * cores, workers that began at different times took over most of one another's ticks, and ticks
 * were later (docs/measurements/ticks.md). Thread-safe.
 */
final class BatchStarts {
  /** A first tick waits for its batch, and so should not wait for longer. */
  private static final long LONGEST_PERIOD_NS = 1_000_000_000;

  /** Rates that nobody uses any more are forgotten with all others when there are so many. */
  private static final int MOST_RATES = 1_024;

  private static final int WORKERS = 2;

  private final Map<Rate, Long> firstWorkersNs = new ConcurrentHashMap<>();

  /**
   * Returns a time at which batches of that rate begin, at a worker that has no task of it yet.
   *
   * @param place of the worker among all, from 0
   * @param places how many workers there are
   * @param dueNs when its first task is due: where the batches begin, if no other worker has any
   */
  long of(Rate rate, int place, int places, long dueNs) {
    if (places != WORKERS || rate.periodNs() > LONGEST_PERIOD_NS) {
      return dueNs;
    }
    long laterNs = rate.periodNs() * place / places;
    if (firstWorkersNs.size() >= MOST_RATES) {
      firstWorkersNs.clear();
    }
    return firstWorkersNs.computeIfAbsent(rate, first -> dueNs - laterNs) + laterNs;
  }
}
