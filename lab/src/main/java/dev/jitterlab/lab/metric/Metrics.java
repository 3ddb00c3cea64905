package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Extensions;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All metrics of an experiment, in the order of summary.json: the lab's own, those of users' jars,
 * and those that the experiment describes itself. Immutable and thread-safe.
 *
 * @param all all of them
 */
public record Metrics(List<Metric> all) {
  /** The lab's own. To add one, write its descriptor and name it here. */
  private static final List<MetricProvider> BUILT_IN =
      List.of(
          new TickTimes(),
          new TotalWeighting(),
          new ResponseTimes(),
          new SlowRequestShare(),
          new LateTicks(),
          new OverdueTicks(),
          new LateTickTime(),
          new TickCount(),
          new TickCourse(),
          new CpuLoad(),
          new CpuCourse(),
          new Served(),
          new ResidentMemory(),
          new JitWork(),
          new GcWork(),
          new GcPauses(),
          new AllocationBuffers(),
          new RequestedObjects(),
          new CpuParts());

  private static final List<Metric> OF_ALL =
      Stream.concat(BUILT_IN.stream(), Extensions.of(MetricProvider.class).stream())
          .flatMap(provider -> provider.metrics().stream())
          .toList();

  /**
   * Takes them as they are.
   *
   * @throws LabException if two have the same key
   */
  public Metrics {
    Set<Metric> seen = new HashSet<>();
    Set<String> compared = new HashSet<>();
    for (Metric metric : all) {
      if (!seen.add(metric) || (metric.isCompared() && !compared.add(metric.key()))) {
        throw new LabException(
            ExitCode.WRONG_EXPERIMENT,
            Problem.in(
                "metric " + metric.key(),
                "two metrics have this key",
                "Rename the one of your jar, or of `metrics` in the experiment file."));
      }
    }
  }

  /** Those of every experiment, and its own. */
  public static Metrics with(OwnMetrics own) {
    return new Metrics(Stream.concat(OF_ALL.stream(), own.metrics().stream()).toList());
  }

  /** Those of every experiment. */
  public static Metrics ofAll() {
    return with(OwnMetrics.NONE);
  }

  /** Those by which groups and runs are compared. */
  public List<Metric> compared() {
    return all.stream().filter(Metric::isCompared).toList();
  }

  /** The keys of {@link #compared}. */
  public List<String> comparedKeys() {
    return compared().stream().map(Metric::key).toList();
  }

  /** Those for which BP$ is given: first what the whole server needs, then its ticks. */
  public List<Metric> priced() {
    return all.stream()
        .filter(Metric::isPriced)
        .sorted(Comparator.comparing(Metric::isOfTicks))
        .toList();
  }

  /** The metric with that key; the experiment's own hides one that is only shown. */
  public Optional<Metric> find(String key) {
    return all.reversed().stream().filter(metric -> metric.key().equals(key)).findFirst();
  }

  /**
   * The metric that a verdict is about.
   *
   * @throws LabException if none of those that are compared has that key
   */
  public Metric primary(String key) {
    return compared().stream()
        .filter(metric -> metric.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    ExitCode.WRONG_EXPERIMENT,
                    Problem.in(
                        "plan.json",
                        "unknown primary_metric " + key,
                        "Give one of " + String.join(", ", comparedKeys()) + ".")));
  }
}
