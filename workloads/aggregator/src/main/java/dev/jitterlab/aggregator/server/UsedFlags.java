package dev.jitterlab.aggregator.server;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The flags of the paper's configurations as this JVM really has them, with where their values come
 * from. A flag that the JDK has dropped is not there. Immutable.
 */
final class UsedFlags implements MultiCollector {
  private static final List<String> NAMES =
      List.of(
          "UseG1GC",
          "UseParallelGC",
          "UseSerialGC",
          "UseZGC",
          "UseShenandoahGC",
          "MaxHeapSize",
          "InitialHeapSize",
          "MaxDirectMemorySize",
          "UseStringDeduplication",
          "InitiatingHeapOccupancyPercent",
          "G1UseAdaptiveIHOP",
          "ParallelGCThreads",
          "ConcGCThreads",
          "G1MixedGCLiveThresholdPercent",
          "GCTimeRatio",
          "G1HeapRegionSize");

  private final List<VMOption> flags = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  UsedFlags() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    for (String name : NAMES) {
      try {
        flags.add(jvm.getVMOption(name));
      } catch (IllegalArgumentException e) {
        unknown.add(name);
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder words = new StringBuilder("JVM flags in use:");
    for (VMOption flag : flags) {
      words.append(' ').append(flag.getName()).append('=').append(flag.getValue());
      words.append(flag.getOrigin() == VMOption.Origin.DEFAULT ? " (default)" : " (set)");
    }
    return words
        + (unknown.isEmpty()
            ? ""
            : "; unknown to this JVM, or locked: " + String.join(", ", unknown));
  }

  private static double number(VMOption flag) {
    String value = flag.getValue();
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true") ? 1 : 0;
    }
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge(
            "jitterlab_jvm_flag",
            "Flags as the JVM has them; booleans are 0 and 1.",
            flags,
            flag ->
                Labels.of(
                    "flag",
                    flag.getName(),
                    "origin",
                    flag.getOrigin().name().toLowerCase(Locale.ROOT)),
            UsedFlags::number));
  }
}
