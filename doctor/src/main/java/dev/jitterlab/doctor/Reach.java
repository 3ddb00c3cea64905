package dev.jitterlab.doctor;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.Power;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Which differences an experiment with two groups can find on this machine, by one metric, if its
 * servers differ as much as the doctor's five equal ones did.
 *
 * @param metric its key in summary.json
 * @param title its name for a reader
 * @param spread the standard deviation of the logarithm between equal servers: 0.1 where they
 *     differ by some 10 %
 * @param found what each length of an experiment finds
 */
public record Reach(String metric, String title, double spread, List<Found> found) {
  /** The metric of which the first sentence of a checkup speaks. */
  static final String MEDIAN_EXECUTION = "tick_execution_seconds.p50";

  private static final List<String> METRICS =
      List.of(
          MEDIAN_EXECUTION,
          "tick_execution_seconds.p99",
          "tick_drift_seconds.p50",
          "tick_drift_seconds.p99",
          "cpu_load");

  /** Of two, the spread is nearly unknown. */
  private static final int FEWEST_SERVERS = 3;

  private static final int[] MINUTES = {5, 10, 30};

  /** What a server costs in an experiment: start, 12 s of warm-up, 8 s of measurement, end. */
  private static final double SECONDS_PER_SERVER = 23;

  /** Fewer instances the lab calls weak. */
  private static final int FEWEST_PAIRS = 5;

  /** Two servers of a pair, neither of which is nearer to the truth than the other. */
  private static final double OF_A_PAIR = Math.sqrt(2);

  /** Copies the list. */
  public Reach {
    found = List.copyOf(found);
  }

  /**
   * What an experiment of some length finds.
   *
   * @param minutes how long it takes
   * @param instances how many instances of each of its two groups it has time for
   * @param ratio the smallest ratio above 1 that it finds in four of five cases; null where there
   *     is time for fewer than five instances
   */
  public record Found(int minutes, int instances, Double ratio) {}

  /** Reads the summary of {@code alike.yaml}; leaves out what fewer than three servers have. */
  static List<Reach> of(Summary summary) {
    return METRICS.stream()
        .flatMap(key -> summary.metric(key).stream())
        .flatMap(metric -> of(metric, logarithms(metric, summary)).stream())
        .toList();
  }

  /** Leaves out what fewer than three servers have. */
  static Optional<Reach> of(Metric metric, double[] logarithms) {
    return logarithms.length < FEWEST_SERVERS
        ? Optional.empty()
        : Optional.of(of(metric.key(), metric.title(), metric.extraSpread(), logarithms));
  }

  private static double[] logarithms(Metric metric, Summary summary) {
    return summary.groups().stream()
        .flatMap(group -> group.instances().stream())
        .map(InstanceSummary::metrics)
        .filter(Objects::nonNull)
        .map(metric::in)
        .filter(value -> value != null && value > 0)
        .mapToDouble(Math::log)
        .toArray();
  }

  /**
   * From the logarithms of what equal servers had.
   *
   * @param extraSpread how much more the figure of several instances varies than the mean of their
   *     own figures: a tail does, which {@code plan} reckons with as well
   * @param logarithms at least two
   */
  static Reach of(String key, String title, double extraSpread, double[] logarithms) {
    double spread = spread(logarithms);
    return new Reach(
        key,
        title,
        spread,
        IntStream.of(MINUTES).mapToObj(minutes -> found(minutes, spread * extraSpread)).toList());
  }

  static Found found(int minutes, double spread) {
    int pairs = (int) (minutes * 60 / (2 * SECONDS_PER_SERVER));
    Double ratio =
        pairs < FEWEST_PAIRS
            ? null
            : Power.smallestRatio(pairs, spread * OF_A_PAIR, true, RatioEstimate.LEVEL);
    return new Found(minutes, pairs, ratio);
  }

  private static double spread(double[] values) {
    double mean = DoubleStream.of(values).average().orElseThrow();
    double squares = DoubleStream.of(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
