package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.experiment.CapacityQuestion;
import dev.jitterlab.lab.experiment.OwnMetrics;
import dev.jitterlab.lab.experiment.PrimaryMetric;
import dev.jitterlab.lab.experiment.ScrapedMetric;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.GroupStatistic;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.PooledDistribution;
import dev.jitterlab.lab.statistics.PooledShare;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure by which groups are compared.
 *
 * <p>The keys are those of summary.json, such as {@code tick_drift_seconds.p99}.
 */
sealed interface ComparedMetric
    permits ComparedMetric.TickQuantile,
        ComparedMetric.ResponseQuantile,
        ComparedMetric.LateRatio,
        ComparedMetric.CpuLoad,
        ComparedMetric.Scraped,
        ComparedMetric.GreatestLoad,
        JitMetric {
  /** The key in summary.json. */
  String key();

  /** The name in a sentence. */
  String words();

  /** What the better group does, in a sentence, before "than" and the other group. */
  String praise();

  /** Whether more of it is better. */
  default boolean higherIsBetter() {
    return false;
  }

  /** Whether it is a figure of ticks, which a server without them cannot have. */
  default boolean isOfTicks() {
    return switch (this) {
      case TickQuantile _, LateRatio _, GreatestLoad _ -> true;
      case ResponseQuantile _, CpuLoad _, Scraped _, JitMetric _ -> false;
    };
  }

  /** Whether that instance has what it takes. */
  boolean knownOf(InstanceFigures instance);

  /** Whether a group has no figure as soon as one of its instances has none. */
  default boolean mustBeKnownOfAll() {
    return false;
  }

  /** A quantile of the merged ticks. */
  record TickQuantile(TickMetric metric, String name, double q) implements ComparedMetric {
    @Override
    public String key() {
      return metric.key() + "." + name;
    }

    @Override
    public String words() {
      return "tick " + metric.word() + " " + quantileWords(name);
    }

    @Override
    public String praise() {
      return switch (metric) {
        case DRIFT, WAIT, TOTAL, RELEASE_JITTER -> "keeps the beat better";
        case EXECUTION -> "executes its ticks faster";
      };
    }

    @Override
    public boolean knownOf(InstanceFigures instance) {
      return !instance.distribution(metric).isEmpty();
    }
  }

  /** A quantile of the merged response times. */
  record ResponseQuantile(ResponseMetric metric, String name, double q) implements ComparedMetric {
    @Override
    public String key() {
      return metric.key() + "." + name;
    }

    @Override
    public String words() {
      return metric.words() + " " + quantileWords(name);
    }

    @Override
    public String praise() {
      return "answers faster";
    }

    @Override
    public boolean knownOf(InstanceFigures instance) {
      return !instance.distribution(metric).isEmpty();
    }
  }

  private static String quantileWords(String name) {
    return name.equals("max") ? "maximum" : name.equals("p999") ? "p99.9" : name;
  }

  /** The share of ticks whose total is above so many periods. */
  record LateRatio(String threshold) implements ComparedMetric {
    @Override
    public String key() {
      return "ticks_late_ratio." + threshold;
    }

    @Override
    public String words() {
      return "share of ticks above " + threshold + " periods";
    }

    @Override
    public String praise() {
      return "keeps the beat better";
    }

    @Override
    public boolean knownOf(InstanceFigures instance) {
      return instance.lateTicks().total().orElse(0.0) > 0
          && instance.lateTicks().late().containsKey(threshold);
    }
  }

  /** The mean instance's share of the machine's CPU time. */
  record CpuLoad() implements ComparedMetric {
    @Override
    public String key() {
      return "cpu_load";
    }

    @Override
    public String words() {
      return "CPU load";
    }

    @Override
    public String praise() {
      return "needs less CPU";
    }

    @Override
    public boolean knownOf(InstanceFigures instance) {
      return instance.usage().cpuLoad().isPresent();
    }
  }

  /** The mean instance's figure of a metric of the experiment's own. */
  record Scraped(ScrapedMetric metric) implements ComparedMetric {
    @Override
    public String key() {
      return metric.name();
    }

    @Override
    public String words() {
      return metric.name().replace('_', ' ');
    }

    @Override
    public String praise() {
      return (higherIsBetter() ? "has more " : "has less ") + words();
    }

    @Override
    public boolean higherIsBetter() {
      return metric.higherIsBetter();
    }

    @Override
    public boolean knownOf(InstanceFigures instance) {
      return instance.scraped().containsKey(key());
    }
  }

  /** The greatest load that the mean instance carries in time. */
  record GreatestLoad() implements ComparedMetric {
    @Override
    public String key() {
      return CapacityQuestion.KEY;
    }

    @Override
    public String words() {
      return "capacity";
    }

    @Override
    public String praise() {
      return "carries more load";
    }

    @Override
    public boolean higherIsBetter() {
      return true;
    }

    /** A bound is no figure. */
    @Override
    public boolean knownOf(InstanceFigures instance) {
      return instance.capacity().filter(Capacity.Reached.class::isInstance).isPresent();
    }

    /** Those of which only a bound is known are the best, or the worst, of all. */
    @Override
    public boolean mustBeKnownOfAll() {
      return true;
    }
  }

  /** Those of every experiment and the experiment's own, in the order of summary.json. */
  static List<ComparedMetric> all(OwnMetrics own) {
    List<ComparedMetric> all = new ArrayList<>(all());
    own.scraped().forEach(metric -> all.add(new Scraped(metric)));
    if (own.capacity() != null) {
      all.add(new GreatestLoad());
    }
    return all;
  }

  /** Those of every experiment, in the order of summary.json. */
  static List<ComparedMetric> all() {
    Map<String, Double> quantiles = new LinkedHashMap<>();
    quantiles.put("p50", 0.5);
    quantiles.put("p90", 0.9);
    quantiles.put("p95", 0.95);
    quantiles.put("p99", 0.99);
    quantiles.put("p999", 0.999);
    quantiles.put("max", 1.0);
    List<ComparedMetric> all = new ArrayList<>();
    for (TickMetric metric : TickMetric.values()) {
      quantiles.forEach((name, q) -> all.add(new TickQuantile(metric, name, q)));
    }
    for (ResponseMetric metric : ResponseMetric.values()) {
      quantiles.forEach((name, q) -> all.add(new ResponseQuantile(metric, name, q)));
    }
    PrimaryMetric.LATE_THRESHOLDS.forEach(threshold -> all.add(new LateRatio(threshold)));
    all.add(new CpuLoad());
    all.addAll(List.of(JitMetric.values()));
    return all;
  }

  /**
   * The one that the verdict is about.
   *
   * @throws LabException if it is not known
   */
  static ComparedMetric primary(Analysis analysis) {
    List<ComparedMetric> all = all(analysis.metrics());
    return all.stream()
        .filter(metric -> metric.key().equals(analysis.primaryMetric()))
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    ExitCode.WRONG_EXPERIMENT,
                    Problem.in(
                        "plan.json",
                        "unknown primary_metric " + analysis.primaryMetric(),
                        "Give one of "
                            + String.join(", ", all.stream().map(ComparedMetric::key).toList())
                            + ".")));
  }

  /** Writes a figure of {@link #of} down; tick quantiles are in nanoseconds. */
  default String show(double value) {
    return switch (this) {
      case TickQuantile quantile -> Units.seconds(value / 1e9);
      case ResponseQuantile quantile -> Units.seconds(value / 1e9);
      case LateRatio late -> Units.share(value);
      case CpuLoad load -> Units.share(value);
      case GreatestLoad load -> Units.number(value);
      case Scraped scraped ->
          switch (scraped.metric().unit()) {
            case NUMBER -> Units.number(value);
            case SECONDS -> Units.seconds(value);
            case BYTES -> Units.bytes(Math.round(value));
            case RATIO -> Units.share(value);
          };
      case JitMetric.SECONDS -> Units.seconds(value);
      case JitMetric.DEOPTIMISATIONS, JitMetric.TICK, JitMetric.TICK_BYTECODES ->
          Units.number(value);
    };
  }

  /** The metric of these instances taken together; it is known of each of them. */
  default GroupStatistic of(List<InstanceFigures> instances) {
    return switch (this) {
      case TickQuantile quantile ->
          new PooledDistribution(
                  instances.stream().map(i -> i.distribution(quantile.metric())).toList())
              .quantileNs(quantile.q());
      case ResponseQuantile quantile ->
          new PooledDistribution(
                  instances.stream().map(i -> i.distribution(quantile.metric())).toList())
              .quantileNs(quantile.q());
      case LateRatio late ->
          new PooledShare(
              instances.stream()
                  .mapToDouble(i -> i.lateTicks().late().get(late.threshold()))
                  .toArray(),
              instances.stream().mapToDouble(i -> i.lateTicks().total().orElseThrow()).toArray());
      case CpuLoad load ->
          new Mean(
              instances.stream().mapToDouble(i -> i.usage().cpuLoad().orElseThrow()).toArray());
      case Scraped scraped ->
          new Mean(instances.stream().mapToDouble(i -> i.scraped().get(scraped.key())).toArray());
      case GreatestLoad load ->
          new Mean(
              instances.stream().mapToDouble(i -> i.capacity().orElseThrow().load()).toArray());
      case JitMetric jit ->
          new Mean(instances.stream().mapToDouble(i -> jit.of(i).orElseThrow()).toArray());
    };
  }
}
