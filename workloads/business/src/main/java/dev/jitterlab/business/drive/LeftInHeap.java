package dev.jitterlab.business.drive;

import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;

/**
 * What the last collection left in the heap, from the last one of each of the JVM's collectors. Not
 * all that the JVM counts there is a collection that leaves what lives:
 *
 * <ul>
 *   <li>ZGC and Shenandoah count their cycles and their pauses as two collectors. The JVM fills in
 *       the memory after a cycle only: after a pause all pools have zeros, even for what they
 *       committed.
 *   <li>G1 counts the pauses of its marking since JDK 20. They free no young object, so the memory
 *       after one has all garbage since the last young collection.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class LeftInHeap {
  private static final String MARKING_OF_G1 = "G1 Concurrent GC";

  private final Set<String> heapPools;
  private long lastMs = -1;
  private long usedBytes;

  /**
   * Creates it without a collection.
   *
   * @param heapPools the names of the heap's pools; all others do not count
   */
  LeftInHeap(Set<String> heapPools) {
    this.heapPools = heapPools;
  }

  /**
   * Adds a collection, in any order.
   *
   * @param collector its name
   * @param endMs when it ended, since the start of the JVM
   * @param after what was in use then, by pool
   */
  void add(String collector, long endMs, Map<String, MemoryUsage> after) {
    if (collector.equals(MARKING_OF_G1)) {
      return;
    }
    long used = 0;
    long committed = 0;
    for (Map.Entry<String, MemoryUsage> pool : after.entrySet()) {
      if (heapPools.contains(pool.getKey())) {
        used += pool.getValue().getUsed();
        committed += pool.getValue().getCommitted();
      }
    }
    if (committed > 0 && endMs > lastMs) {
      lastMs = endMs;
      usedBytes = used;
    }
  }

  /** Returns how many bytes the last one left; 0 before the first one. */
  long usedBytes() {
    return usedBytes;
  }
}
