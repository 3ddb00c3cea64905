package dev.jitterlab.lab.report.data;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that the report shows, in base units. A run that failed half-way has empty lists and
 * null times in it, never invented figures.
 *
 * @param summary the outcome
 * @param plan what was to be run
 * @param run how far it came
 * @param processes what became of each process that was started, servers first
 * @param timelines one per group, in the summary's order
 * @param recorded what the collectors recorded over time
 * @param environment {@code environment.json}; empty where it is missing
 * @param experimentYaml the experiment file's text
 * @param causes what made ticks and requests late; empty where nothing was diagnosed
 * @param confusion how well the diagnosis found what was injected; empty where nothing was
 */
public record ReportData(
    Summary summary,
    Plan plan,
    RunState run,
    List<ProcessRecord> processes,
    List<GroupTimeline> timelines,
    SeriesOverTime recorded,
    Map<String, Object> environment,
    String experimentYaml,
    Optional<Causes> causes,
    Optional<Confusion> confusion) {
  /** The same with a diagnosis, and how well it found what was injected. */
  public ReportData with(Optional<Causes> diagnosed, Optional<Confusion> scored) {
    return new ReportData(
        summary,
        plan,
        run,
        processes,
        timelines,
        recorded,
        environment,
        experimentYaml,
        diagnosed,
        scored);
  }

  /**
   * A group over time. Time 0 is the start of the measurement of the instance's block; what is
   * before it is warm-up.
   *
   * @param ticks quantiles over time of the instances that count, by metric
   * @param driftCurve the distribution of drift over the measured time: {@code at} is 1 / (1 − p),
   *     {@code value} the drift at quantile p in seconds
   * @param drift all drift of the measured time together
   * @param total all total times of ticks of the measured time together
   * @param lateShares the share of late ticks by load; empty where nobody asks for the capacity
   * @param changes when the servers changed their work by plan
   * @param deoptimisations why threads left optimised code during the measurement, and how often,
   *     of all instances; empty where their JDK records none
   * @param responses how long the servers took to answer
   * @param pauses the collector's, by kind and cause; none where no log says them
   * @param steady what tells whether its servers are steady, of each one over time
   */
  public record GroupTimeline(
      String group,
      Map<TickTime, Quantiles> ticks,
      List<Point> driftCurve,
      Distribution drift,
      Distribution total,
      LateShares lateShares,
      List<Double> changes,
      Map<String, Long> deoptimisations,
      GroupResponses responses,
      Pauses pauses,
      SteadyLines steady) {
    /** A metric's quantiles over time, by their name; empty where it was not recorded. */
    public Map<String, List<Point>> lines(TickTime metric) {
      Quantiles found = ticks.get(metric);
      return found == null ? Map.of() : found.byName();
    }

    /** The response times; empty where the load generator recorded none. */
    public Distribution responses(ResponseMetric metric) {
      return responses.measured().getOrDefault(metric, Distribution.empty());
    }
  }

  /**
   * Quantiles over time.
   *
   * @param stepSeconds how long the time is that a point stands for
   * @param byName quantile name ({@code p50}, {@code p90}, {@code p95}, {@code p99}) to its value
   *     over time
   */
  public record Quantiles(int stepSeconds, Map<String, List<Point>> byName) {
    /** A point of each second. */
    public Quantiles(Map<String, List<Point>> byName) {
      this(1, byName);
    }
  }

  /** What the group measured over time; empty lists where nothing was recorded. */
  public GroupTimeline timeline(String group) {
    return timelines.stream()
        .filter(timeline -> timeline.group().equals(group))
        .findFirst()
        .orElse(
            new GroupTimeline(
                group,
                Map.of(),
                List.of(),
                Distribution.empty(),
                Distribution.empty(),
                LateShares.NONE,
                List.of(),
                Map.of(),
                GroupResponses.NONE,
                Pauses.NONE,
                SteadyLines.NONE));
  }

  /** The metric that the verdict is about. */
  public Metric primaryMetric() {
    return Optional.ofNullable(summary.primaryMetric())
        .flatMap(summary::metric)
        .orElse(TickTimes.of(TickTime.DRIFT, Quantile.P99));
  }

  /** Whether instances ran in several blocks, with one of several groups in each. */
  public boolean inBlocks() {
    return plan.blocks().size() > 1
        && plan.blocks().stream().anyMatch(block -> block.instances().size() > 1);
  }
}
