package dev.jitterlab.aggregator.upstream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The orders that were taken, by their numbers: an order that comes again is not taken again, and
 * gets the same answer. Of more orders than it keeps, the oldest are forgotten. Thread-safe.
 */
final class OrderBook {
  private static final int MOST = 50_000;

  private final Map<String, String> answers =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MOST;
        }
      };
  private long taken;
  private long repeated;

  /** Takes an order, or finds that it was taken; returns its answer. */
  synchronized String take(String number, Supplier<String> answer) {
    String known = answers.get(number);
    if (known != null) {
      repeated++;
      return known;
    }
    String made = answer.get();
    answers.put(number, made);
    taken++;
    return made;
  }

  /** Returns how many orders were taken, each of them once. */
  synchronized long taken() {
    return taken;
  }

  /** Returns how often an order came again. */
  synchronized long repeated() {
    return repeated;
  }
}
