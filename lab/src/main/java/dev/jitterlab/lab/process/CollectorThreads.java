package dev.jitterlab.lab.process;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which threads of a HotSpot JVM collect garbage, by the names that Linux shows of them: their
 * first 15 characters. The names are those of JDK 11 to 25, looked at with every collector; JDK 21
 * calls ZGC's threads X… where it runs without generations. A JDK's own counters of this time came
 * later, and not for all collectors.
 *
 * <p>The serial collector has no threads of its own: it works in the thread of the VM's operations.
 * That thread counts in a JVM without any other collecting thread, with the few other operations
 * that it carries out.
 */
final class CollectorThreads {
  private static final Pattern OF_COLLECTOR =
      Pattern.compile(
          "GC Thread#.*|ParGC Thread#.*|GC task thread.*"
              + "|G1 (Main Marker|Conc#|Refine#|Service|Young RemSet).*"
              + "|[XZ](Worker|Driver|Director|Stat|Uncommitter|Unmapper).*|RuntimeWorker.*"
              + "|Shenandoah.*|CMS .*|StrDedup");

  private static final String VM_OPERATIONS = "VM Thread";

  /** A thread and what it has used. */
  record Used(String name, long cpuNs) {}

  private CollectorThreads() {}

  /** What the collector has used of the threads of one process. */
  static long cpuNs(List<Used> threads) {
    List<Used> own =
        threads.stream().filter(one -> OF_COLLECTOR.matcher(one.name()).matches()).toList();
    Stream<Used> counted =
        own.isEmpty()
            ? threads.stream().filter(one -> one.name().equals(VM_OPERATIONS))
            : own.stream();
    return counted.mapToLong(Used::cpuNs).sum();
  }
}
