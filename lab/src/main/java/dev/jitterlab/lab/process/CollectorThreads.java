package dev.jitterlab.lab.process;

import dev.jitterlab.lab.jdk.JvmThreads;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the threads of a HotSpot JVM use that collect garbage ({@link JvmThreads}). A JDK's own
 * counters of this time came later, and not for all collectors.
 *
 * <p>The serial collector has no threads of its own: it works in the thread of the VM's operations.
 * That thread counts in a JVM without any other collecting thread, with the few other operations
 * that it carries out.
 */
final class CollectorThreads {
  private static final String VM_OPERATIONS = "VM Thread";

  /** A thread and what it has used. */
  record Used(String name, long cpuNs) {}

  private CollectorThreads() {}

  /** What the collector has used of the threads of one process. */
  static long cpuNs(List<Used> threads) {
    List<Used> own = threads.stream().filter(one -> JvmThreads.isCollector(one.name())).toList();
    Stream<Used> counted =
        own.isEmpty()
            ? threads.stream().filter(one -> one.name().equals(VM_OPERATIONS))
            : own.stream();
    return counted.mapToLong(Used::cpuNs).sum();
  }
}
