package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * CPU time in the measurement: that of a server, or the mean of a group's, and that of the
 * processes beside it. These may do a part of its work, such as a database.
 *
 * @param ownSeconds what is counted as the server's
 * @param helperSeconds what other processes used that were started for it
 * @param measuredSeconds for how long that was
 */
public record HelperCpu(double ownSeconds, double helperSeconds, double measuredSeconds) {
  /** Beside what a server used itself; less is the error of two readings, or does not matter. */
  private static final double LEAST_RATIO = 0.05;

  /** The kernel tells what a process used to 10 ms, and it is read at two times. */
  private static final double LEAST_SECONDS = 0.05;

  /** What the helpers used beyond that; empty if it is too little to matter. */
  OptionalDouble beyond(double seconds) {
    double beyond = helperSeconds - seconds;
    return beyond > Math.max(LEAST_RATIO * ownSeconds, LEAST_SECONDS)
        ? OptionalDouble.of(beyond)
        : OptionalDouble.empty();
  }

  /**
   * What the helpers used more than those of a group of another run, in as long a time, while its
   * servers used less: work may have gone from these to those. Empty if that does not matter. A
   * slower machine makes both use more, and is no reason.
   */
  public OptionalDouble moreThan(HelperCpu other) {
    double scale = measuredSeconds / other.measuredSeconds;
    return ownSeconds < other.ownSeconds * scale
        ? beyond(other.helperSeconds * scale)
        : OptionalDouble.empty();
  }

  /** By server; without those of which either is not known. */
  static Map<String, HelperCpu> byServer(Evidence evidence) {
    Map<String, HelperCpu> times = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Optional<Double> own = increase(LabMetrics.PROCESS_CPU, server, evidence);
      Optional<Double> all = increase(LabMetrics.SESSION_CPU, server, evidence);
      if (own.isPresent() && all.isPresent()) {
        times.put(
            server.id(),
            new HelperCpu(own.get(), all.get() - own.get(), server.windows().seconds()));
      }
    }
    return times;
  }

  /** By group: the mean of its servers; without groups of which no server is known. */
  public static Map<String, HelperCpu> byGroup(Evidence evidence) {
    Map<String, HelperCpu> known = byServer(evidence);
    Map<String, HelperCpu> means = new LinkedHashMap<>();
    for (Plan.Group group : evidence.plan().groups()) {
      List<HelperCpu> servers =
          evidence
              .plan()
              .instances(group.name())
              .map(Plan.Instance::id)
              .filter(known::containsKey)
              .map(known::get)
              .toList();
      if (!servers.isEmpty()) {
        means.put(group.name(), mean(servers));
      }
    }
    return means;
  }

  /** That of servers, of which there is at least one. */
  static HelperCpu mean(List<HelperCpu> servers) {
    return new HelperCpu(
        mean(servers, HelperCpu::ownSeconds),
        mean(servers, HelperCpu::helperSeconds),
        mean(servers, HelperCpu::measuredSeconds));
  }

  private static double mean(List<HelperCpu> servers, ToDoubleFunction<HelperCpu> figure) {
    return servers.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static Optional<Double> increase(
      String counter, Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.increase(server.id(), counter, null, server.windows());
  }
}
