package dev.jitterlab.business.drive;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the terminals' threads have allocated, by the JVM's counters of threads: an account of its
 * own beside the collector's. Thread-safe.
 */
public final class AllocatedBytes {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Set<Long> living = ConcurrentHashMap.newKeySet();
  private final LongAdder ofEnded = new LongAdder();

  /** Says that the calling thread is one of them. */
  void begin() {
    living.add(Thread.currentThread().getId());
  }

  /** Says that the calling thread ends. */
  void end() {
    long id = Thread.currentThread().getId();
    if (living.remove(id)) {
      ofEnded.add(threads.getThreadAllocatedBytes(id));
    }
  }

  /** Returns how many bytes, ended threads included. */
  public long sum() {
    long[] ids = living.stream().mapToLong(Long::longValue).toArray();
    long sum = ofEnded.sum();
    for (long bytes : threads.getThreadAllocatedBytes(ids)) {
      sum += Math.max(0, bytes); // -1 of a thread that has ended meanwhile
    }
    return sum;
  }
}
