package dev.jitterlab.heap;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** What the JVM itself says of its heap: an account that does not depend on ours. */
final class Accounts {
  private static final int PROBE_LENGTH = 1 << 10;
  private static final int PROBES = 100;

  private final ThreadMXBean threads =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // HotSpot's, with allocated bytes

  /** The bytes that a thread has allocated since its start; below 0 where it is not known. */
  long allocatedBytes(long threadId) {
    return threads.getThreadAllocatedBytes(threadId);
  }

  /** How large headers and references are here. */
  ObjectLayout layout() {
    long header = leastOf(() -> new byte[PROBE_LENGTH]) - PROBE_LENGTH;
    long known = header >= 8 && header <= 24 ? header : 16;
    long references = leastOf(() -> new Object[PROBE_LENGTH]) - known;
    return new ObjectLayout((int) known, references > 6L * PROBE_LENGTH ? 8 : 4);
  }

  /** What one of these takes: the least of many, as the JVM may allocate something beside it. */
  private long leastOf(Supplier<Object> probes) {
    long self = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < PROBES; i++) {
      long before = allocatedBytes(self);
      Object probe = probes.get();
      long bytes = allocatedBytes(self) - before;
      if (probe != null && bytes >= PROBE_LENGTH) {
        least = Math.min(least, bytes);
      }
    }
    return least;
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
