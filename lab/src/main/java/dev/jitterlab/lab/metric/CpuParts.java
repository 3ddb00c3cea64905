package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.ProfiledCpu;
import dev.jitterlab.lab.collector.ProfiledCpu.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the CPU time of a server went to: compiled Java, the interpreter, the JVM itself, the kernel
 * and native code ({@link ProfiledCpu}). Only of servers that async-profiler recorded. Together the
 * parts are 1.
 */
public final class CpuParts implements MetricProvider {
  private static final String FAMILY = "cpu_time_ratio";

  /** One for each part. */
  public static final List<Metric> ALL =
      Arrays.stream(Part.values()).map(CpuParts::metric).toList();

  @Override
  public List<Metric> metrics() {
    return ALL;
  }

  private static Metric metric(Part part) {
    String words = words(part);
    return Metric.of(
            FAMILY + "." + part.name().toLowerCase(Locale.ROOT),
            "Share of the server's CPU " + words,
            Unit.RATIO)
        .compared("share of its CPU " + words, "spends less of its CPU " + words)
        .optional()
        .read(Pooling.shareOfAmounts(server -> share(server, part)));
  }

  private static Optional<Share> share(MeasuredInstance server, Part part) {
    return Optional.ofNullable(server.cpuParts().get(part)).map(share -> new Share(share, 1));
  }

  private static String words(Part part) {
    return switch (part) {
      case COMPILED -> "in compiled Java code";
      case INTERPRETED -> "in interpreted Java code";
      case COLLECTOR -> "in the collector's threads";
      case COMPILER -> "in the JIT compilers' threads";
      case JVM -> "in the rest of the JVM";
      case KERNEL -> "in the kernel";
      case NATIVE -> "in other native code";
      case UNKNOWN -> "in code that is not known";
    };
  }
}
