package dev.jitterlab.arena.server;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The CPU time of this process in full collections, in a time just as long before each, and in one
 * just as long after it. A collection is left out if another full one was in these three times, if
 * it was shorter than some readings of the CPU time, or if these do not reach so far back. It is
 * decided when the counts are asked for. Thread-safe.
 */
final class FullCollectionCpu {
  /** In a shorter one, half or more of what is read belongs to the times around it. */
  private static final long SHORTEST_NS = 4 * CpuReadings.EVERY_NS;

  /** The JVM says a moment later that a collection was. */
  private static final long SETTLE_NS = 500_000_000;

  private final CpuReadings readings;
  private final Map<When, Double> cpuNs = new EnumMap<>(When.class);
  private long windowNs;
  private long leftOut;
  private long next;

  /** One of the three times. */
  enum When {
    BEFORE,
    DURING,
    AFTER;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Begins without any. */
  FullCollectionCpu(CpuReadings readings) {
    this.readings = readings;
  }

  /** Takes in the full collections of which everything is known by now. */
  synchronized void decide(long nowNs, GarbageCollections collections) {
    for (GarbageCollections.Full one : collections.full(next)) {
      long lengthNs = one.endNs - one.startNs;
      if (nowNs - one.endNs < lengthNs + SETTLE_NS) {
        return;
      }
      next = one.number + 1;
      boolean isAlone =
          collections.overlapNs(one.startNs - lengthNs, one.endNs + lengthNs, true) <= lengthNs;
      if (lengthNs < SHORTEST_NS || !isAlone || !add(one.startNs, lengthNs)) {
        leftOut++;
      }
    }
  }

  private boolean add(long startNs, long lengthNs) {
    Map<When, Double> found = new EnumMap<>(When.class);
    long fromNs = startNs - lengthNs;
    for (When when : When.values()) {
      OptionalDouble used = readings.between(fromNs, fromNs + lengthNs);
      if (used.isEmpty()) {
        return false;
      }
      found.put(when, used.getAsDouble());
      fromNs += lengthNs;
    }
    found.forEach((when, used) -> cpuNs.merge(when, used, Double::sum));
    windowNs += lengthNs;
    return true;
  }

  /** Returns the CPU nanoseconds used in that time of all that were taken in. */
  synchronized double cpuNs(When when) {
    return cpuNs.getOrDefault(when, 0.0);
  }

  /** Returns how long each of the three times was, of all that were taken in. */
  synchronized long windowNs() {
    return windowNs;
  }

  /** Returns how many were left out. */
  synchronized long leftOut() {
    return leftOut;
  }
}
