package dev.jitterlab.heap;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/** What the JVM itself says of its heap: an account that does not depend on ours. */
final class Accounts {
  private static final int PROBE_LENGTH = 1 << 10;

  private final ThreadMXBean threads =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // HotSpot's, with allocated bytes

  /** The bytes that a thread has allocated since its start; below 0 where it is not known. */
  long allocatedBytes(long threadId) {
    return threads.getThreadAllocatedBytes(threadId);
  }

  /** How large the header of an array of bytes is here: headers became smaller in newer JDKs. */
  int headerBytes() {
    long self = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      long before = allocatedBytes(self);
      byte[] probe = new byte[PROBE_LENGTH];
      long bytes = allocatedBytes(self) - before;
      if (probe.length > 0 && bytes >= PROBE_LENGTH) {
        least = Math.min(least, bytes);
      }
    }
    long header = least - PROBE_LENGTH;
    return header >= 8 && header <= 24 ? (int) header : 16;
  }

  /** The heap in use after a full collection; empty where none can be had. */
  OptionalLong usedAfterCollection() {
    long before = collections();
    System.gc();
    if (collections() == before) {
      return OptionalLong.empty(); // -XX:+DisableExplicitGC, or no collector
    }
    System.gc(); // what the first one found out about references
    return OptionalLong.of(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }
}
