package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.statistics.RankCorrelation;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickSecond;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What ticks did second by second, where the whole measured time in one figure would hide it. */
public final class TickCourse implements MetricProvider {
  /** In the worst second: how much was left between a tick and the next. */
  public static final Metric LEAST_WAIT =
      Metric.of("tick_wait_median_least_seconds", "Wait p50, least second", Unit.SECONDS)
          .compared("tick wait p50 of the least second", "keeps less time between its ticks")
          .ofTicks()
          .optional()
          .read(
              Pooling.mean(
                  server ->
                      seconds(server, TickTime.WAIT).stream()
                          .map(TickSecond::medianSeconds)
                          .min(Double::compare)));

  /** The worst second's p99 of execution, in times of that of the second in the middle. */
  public static final Metric EXECUTION_PEAK =
      Metric.of("tick_execution_peak_ratio", "Execution p99, worst second to median", Unit.NUMBER)
          .compared("worst second of execution p99", "has lower peaks of execution")
          .ofTicks()
          .optional()
          .read(Pooling.mean(TickCourse::executionPeak));

  /** Whether the total is high in the seconds in which the execution is. */
  public static final Metric TOTAL_WITH_EXECUTION =
      Metric.of("tick_total_execution_correlation", "Total p99 and execution p99", Unit.NUMBER)
          .ofTicks()
          .optional()
          .read(Pooling.mean(TickCourse::totalWithExecution));

  /**
   * What jittertest measures, beside what cyclictest does, of the same ticks: p99 of start −
   * previous start − period, in times of the p99 of start − schedule.
   */
  public static final Metric JITTER_TO_DRIFT =
      Metric.of("release_jitter_to_drift", "Release jitter p99 to drift p99", Unit.NUMBER)
          .ofTicks()
          .optional()
          .read(Pooling.mean(TickCourse::jitterToDrift));

  @Override
  public List<Metric> metrics() {
    return List.of(LEAST_WAIT, EXECUTION_PEAK, TOTAL_WITH_EXECUTION, JITTER_TO_DRIFT);
  }

  private static List<TickSecond> seconds(MeasuredInstance server, TickTime time) {
    return server.ticks().secondsOf(time);
  }

  private static Optional<Double> executionPeak(MeasuredInstance server) {
    double[] sorted =
        seconds(server, TickTime.EXECUTION).stream()
            .mapToDouble(TickSecond::p99Seconds)
            .sorted()
            .toArray();
    return sorted.length == 0 || sorted[sorted.length / 2] <= 0
        ? Optional.empty()
        : Optional.of(sorted[sorted.length - 1] / sorted[sorted.length / 2]);
  }

  private static Optional<Double> totalWithExecution(MeasuredInstance server) {
    Map<Double, TickSecond> executions = new HashMap<>();
    seconds(server, TickTime.EXECUTION).forEach(second -> executions.put(second.at(), second));
    List<TickSecond> totals =
        seconds(server, TickTime.TOTAL).stream()
            .filter(second -> executions.containsKey(second.at()))
            .toList();
    return RankCorrelation.of(
        totals.stream().mapToDouble(TickSecond::p99Seconds).toArray(),
        totals.stream().mapToDouble(second -> executions.get(second.at()).p99Seconds()).toArray());
  }

  private static Optional<Double> jitterToDrift(MeasuredInstance server) {
    Distribution jitter = server.ticks().of(TickTime.RELEASE_JITTER);
    Distribution drift = server.ticks().of(TickTime.DRIFT);
    double share = Quantile.P99.share();
    return jitter.isEmpty() || drift.isEmpty() || drift.quantileNs(share) <= 0
        ? Optional.empty()
        : Optional.of((double) jitter.quantileNs(share) / (double) drift.quantileNs(share));
  }
}
