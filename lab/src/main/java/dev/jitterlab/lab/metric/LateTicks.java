package dev.jitterlab.lab.metric;

import dev.jitterlab.diagnosis.Causes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The share of late ticks, and how many ticks they are a share of. A server counts late ticks
 * itself, for it alone knows the period of each; ticks that are events of its flight recording are
 * counted by the lab when a block is over, into the same series. The first tick of a task can never
 * be late.
 */
public final class LateTicks implements MetricProvider {
  /** A tick is late when its total is above so many periods; the server counts each. */
  public static final List<String> THRESHOLDS = Causes.LateTicks.THRESHOLDS;

  /** The key of the shares in summary.json. */
  public static final String KEY = "ticks_late_ratio";

  private static final Map<String, Metric> BY_THRESHOLD =
      THRESHOLDS.stream().collect(Collectors.toMap(Function.identity(), LateTicks::metric));

  /** Of all that are late at all; also what is meant by {@code ticks_late_ratio} alone. */
  public static final Metric MAIN = above(THRESHOLDS.getFirst());

  @Override
  public List<Metric> metrics() {
    return THRESHOLDS.stream().map(LateTicks::above).toList();
  }

  /** The share of ticks that took longer than so many periods. */
  public static Metric above(String threshold) {
    return BY_THRESHOLD.get(threshold);
  }

  /** The threshold of a metric of this family; empty for any other metric. */
  public static Optional<String> threshold(String key) {
    return THRESHOLDS.stream().filter(threshold -> above(threshold).key().equals(key)).findFirst();
  }

  private static Metric metric(String threshold) {
    return Metric.of(
            KEY + "." + threshold, "Late ticks above " + threshold + " periods", Unit.RATIO)
        .compared("share of ticks above " + threshold + " periods", "has fewer late ticks")
        .ofTicks()
        .where(threshold.equals(THRESHOLDS.getFirst()), Metric.Builder::shownFirst)
        .read(Pooling.share(server -> share(server, threshold)));
  }

  /** Of a server that ticks. */
  private static Optional<Share> share(MeasuredInstance server, String threshold) {
    if (server.ticks().count() == 0) {
      return Optional.empty();
    }
    return Optional.of(Share.of(late(server, threshold), total(server)).orElse(Share.UNKNOWN));
  }

  /** How many ticks had a total; empty where that was not sampled. */
  static Optional<Double> total(MeasuredInstance server) {
    return server.increase("jitterlab_tick_total_seconds_count");
  }

  private static Optional<Double> late(MeasuredInstance server, String threshold) {
    return server.increase("jitterlab_ticks_late_total{threshold=\"" + threshold + "\"}");
  }

  /** Whether any tick was late, by what is known. */
  static boolean wereAny(MeasuredInstance server) {
    return THRESHOLDS.stream()
        .flatMap(threshold -> late(server, threshold).stream())
        .anyMatch(count -> count > 0);
  }
}
