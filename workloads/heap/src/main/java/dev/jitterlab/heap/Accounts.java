package dev.jitterlab.heap;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the JVM itself says of its heap: an account that does not depend on ours. */
final class Accounts {
  private static final int PROBE_LENGTH = 1 << 10;
  private static final int PROBES = 100;
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +[0-9]+ +([0-9]+)");

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

  /**
   * The bytes of all objects that can be reached, by the JVM's histogram of classes; empty where
   * the JVM gives none. What the heap has in use after a collection says it less well: some
   * collectors count whole regions, ZGC in steps of 2 MiB.
   */
  OptionalLong reachableBytes() {
    try {
      Object histogram =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      Matcher total = TOTAL.matcher((String) histogram);
      return total.find() ? OptionalLong.of(Long.parseLong(total.group(1))) : OptionalLong.empty();
    } catch (JMException e) {
      return OptionalLong.empty(); // no HotSpot
    }
  }
}
