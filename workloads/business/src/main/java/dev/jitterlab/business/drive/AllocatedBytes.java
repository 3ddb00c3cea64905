package dev.jitterlab.business.drive;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;

/**
 * What the terminals' threads have allocated, by the JVM's counters of threads: an account of its
 * own beside the collector's. Thread-safe.
 */
public final class AllocatedBytes {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Set<Long> living = new HashSet<>();
  private long ofEnded;

  /** Says that the calling thread is one of them. */
  synchronized void begin() {
    living.add(Thread.currentThread().getId());
  }

  /** Says that the calling thread ends. */
  synchronized void end() {
    long id = Thread.currentThread().getId();
    if (living.remove(id)) {
      ofEnded += threads.getThreadAllocatedBytes(id);
    }
  }

  /** Returns how many bytes, ended threads included. It never falls. */
  public synchronized long sum() {
    long[] ids = living.stream().mapToLong(Long::longValue).toArray();
    long sum = ofEnded;
    for (long bytes : threads.getThreadAllocatedBytes(ids)) {
      sum += bytes;
    }
    return sum;
  }
}
