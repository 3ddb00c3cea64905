package dev.jitterlab.business.drive;

import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.Set;

/**
 * What the last collection left in the heap, from the last one of each of the JVM's collectors.
 *
 * <p>A concurrent collector counts its cycles and its pauses as two collectors. The JVM fills in
 * the memory after a cycle only: after a pause all pools have zeros, even for what they committed.
 * So the last pause of a cycle that still runs says nothing. Not thread-safe.
 */
final class LeftInHeap {
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
   * @param endMs when it ended, since the start of the JVM
   * @param after what was in use then, by pool
   */
  void add(long endMs, Map<String, MemoryUsage> after) {
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
