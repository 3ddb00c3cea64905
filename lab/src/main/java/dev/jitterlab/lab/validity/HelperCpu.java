package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * CPU time in the measurement: that of a server, or the mean of a group's, and that of the
 * processes beside it. These may do a part of its work, such as a database.
 *
 * @param ownSeconds what is counted as the server's
 * @param helperSeconds what other processes used that were started for it
 */
public record HelperCpu(double ownSeconds, double helperSeconds) {
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

  /** What they used more than those of a group of another run; empty if that does not matter. */
  public OptionalDouble moreThan(HelperCpu other) {
    return beyond(other.helperSeconds);
  }

  /** By server; without those of which either is not known. */
  static Map<String, HelperCpu> byServer(Evidence evidence) {
    Map<String, HelperCpu> times = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Optional<Double> own = increase(LabMetrics.PROCESS_CPU, server, evidence);
      Optional<Double> all = increase(LabMetrics.SESSION_CPU, server, evidence);
      if (own.isPresent() && all.isPresent()) {
        times.put(server.id(), new HelperCpu(own.get(), all.get() - own.get()));
      }
    }
    return times;
  }

  /**
   * By group: the mean of its servers, or nothing used where none of them is known. Without groups
   * of which no server was measured.
   */
  public static Map<String, HelperCpu> byGroup(Evidence evidence) {
    Map<String, HelperCpu> known = byServer(evidence);
    List<String> measured = evidence.servers().stream().map(one -> one.id()).toList();
    Map<String, HelperCpu> means = new LinkedHashMap<>();
    for (Plan.Group group : evidence.plan().groups()) {
      List<String> servers =
          evidence
              .plan()
              .instances(group.name())
              .map(Plan.Instance::id)
              .filter(measured::contains)
              .toList();
      if (!servers.isEmpty()) {
        means.put(
            group.name(),
            mean(servers.stream().filter(known::containsKey).map(known::get).toList()));
      }
    }
    return means;
  }

  private static HelperCpu mean(List<HelperCpu> of) {
    return new HelperCpu(
        of.stream().mapToDouble(HelperCpu::ownSeconds).average().orElse(0),
        of.stream().mapToDouble(HelperCpu::helperSeconds).average().orElse(0));
  }

  private static Optional<Double> increase(
      String counter, Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.increase(server.id(), counter, null, server.windows());
  }
}
