package dev.jitterlab.observer;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * A counter for each constant of an enum, all of them at zero at first. Counting takes no lock and
 * allocates nothing. Thread-safe.
 *
 * @param <E> the kinds of what is counted
 */
public final class CountsByKind<E extends Enum<E>> {
  private final Map<E, LongAdder> counts;

  /** Creates counters for all constants. */
  public CountsByKind(Class<E> kinds) {
    counts = new EnumMap<>(kinds);
    for (E kind : kinds.getEnumConstants()) {
      counts.put(kind, new LongAdder());
    }
  }

  /** Counts one. */
  public void count(E kind) {
    counts.get(kind).increment();
  }

  /** Returns how many were counted. */
  public long of(E kind) {
    return counts.get(kind).sum();
  }
}
