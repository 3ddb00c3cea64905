package dev.jitterlab.lab.campaign;

import static dev.jitterlab.lab.statistics.SpreadParts.deviation;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.statistics.SpreadParts;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much of what kept runs of one experiment differ by lies between the runs, and how much
 * between the instances of one run: the variance of log figures. Immutable.
 *
 * @param experiment the name of its file
 * @param metric whose figures these are
 * @param runs how many runs were compared, of the same content of the file
 * @param groups of each run
 * @param instances of each group
 * @param run variance between runs that all groups share; it cancels in a ratio
 * @param group variance between runs that each group has for itself: neither more nor longer
 *     instances narrow it, and the interval of one run does not know it
 * @param round variance between the rounds of a run that all groups share; it cancels where groups
 *     are compared in rounds
 * @param instance variance between the instances of a group beside that: of JVMs, and within them
 */
public record KeptSpread(
    String experiment,
    String metric,
    int runs,
    int groups,
    int instances,
    double run,
    double group,
    double round,
    double instance) {
  private static final int RUNS = 3;

  /** With the primary metric of each experiment. */
  private static final List<String> METRICS =
      Stream.of(
              TickTimes.of(TickTime.DRIFT, Quantile.P50),
              TickTimes.of(TickTime.DRIFT, Quantile.P99),
              TickTimes.of(TickTime.EXECUTION, Quantile.P50),
              TickTimes.of(TickTime.EXECUTION, Quantile.P99),
              LateTicks.MAIN,
              ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P50),
              ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99),
              CpuLoad.OF_SERVER)
          .map(Metric::key)
          .toList();

  /**
   * By the metrics that the runs of one content of the file measured of every instance.
   *
   * @return empty for fewer than three runs of which no group lacks an instance: the parts are
   *     taken from differences between runs, and two runs have one difference
   */
  public static List<KeptSpread> of(List<KeptRun> runs) {
    Map<String, List<KeptRun>> byContent = new LinkedHashMap<>();
    for (KeptRun run : runs) {
      if (run.counts()) {
        byContent.computeIfAbsent(run.content(), _ -> new ArrayList<>()).add(run);
      }
    }
    List<KeptSpread> spreads = new ArrayList<>();
    for (List<KeptRun> alike : byContent.values()) {
      Stream.concat(Stream.ofNullable(alike.getFirst().primaryMetric()), METRICS.stream())
          .distinct()
          .forEach(metric -> of(alike, metric).ifPresent(spreads::add));
    }
    return spreads;
  }

  private static Optional<KeptSpread> of(List<KeptRun> alike, String metric) {
    KeptRun first = alike.getFirst();
    List<String> groups = List.copyOf(first.values().keySet());
    int instances =
        alike.stream()
            .flatMap(run -> groups.stream().map(group -> run.values(group, metric).size()))
            .max(Integer::compare)
            .orElse(0);
    double[][][] logs =
        alike.stream()
            .map(run -> logs(run, groups, instances, metric))
            .flatMap(Optional::stream)
            .toArray(double[][][]::new);
    return logs.length < RUNS
        ? Optional.empty()
        : SpreadParts.of(logs, true)
            .map(
                parts ->
                    new KeptSpread(
                        first.experiment(),
                        metric,
                        logs.length,
                        groups.size(),
                        instances,
                        parts.rounds(),
                        parts.jvm(),
                        parts.sameSeconds() * instances,
                        parts.within() * instances));
  }

  /** By group and instance; empty where an instance is missing or has no logarithm. */
  private static Optional<double[][]> logs(
      KeptRun run, List<String> groups, int instances, String metric) {
    double[][] logs = new double[groups.size()][];
    for (int i = 0; i < logs.length; i++) {
      List<Double> figures = run.values(groups.get(i), metric);
      if (figures.size() != instances || figures.stream().anyMatch(figure -> figure <= 0)) {
        return Optional.empty();
      }
      logs[i] = figures.stream().mapToDouble(Math::log).toArray();
    }
    return Optional.of(logs);
  }

  /** The share that lies between runs of the variance of a ratio of two groups of one run. */
  public double ofRuns() {
    double ofInstances = instance / instances;
    return group == 0 ? 0 : group / (group + ofInstances);
  }

  /** For people: a Markdown table. */
  public static String table(List<KeptSpread> spreads) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| experiment, runs × groups × instances | metric | between runs, all groups alike | between"
            + " runs, each group for itself | between rounds of a run | between instances | of the"
            + " variance of a ratio, between runs |");
    lines.add("| --- | --- | --- | --- | --- | --- | --- |");
    spreads.forEach(spread -> lines.add(spread.line()));
    return String.join("\n", lines) + "\n";
  }

  private String line() {
    return "| %s, %d × %d × %d | `%s` | %s | %s | %s | %s | %s |"
        .formatted(
            experiment,
            runs,
            groups,
            instances,
            metric,
            deviation(run),
            deviation(group),
            deviation(round),
            deviation(instance),
            Units.share(ofRuns()));
  }
}
