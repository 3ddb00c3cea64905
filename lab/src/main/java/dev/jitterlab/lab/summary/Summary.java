package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.Answered;
import dev.jitterlab.lab.validity.HelperCpu;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of a run; written as {@code summary.json}, the public interface for scripts. Keys may
 * be added and are never renamed. Base units: seconds, bytes, ratios from 0 to 1.
 *
 * @param experiment the experiment's name
 * @param question what the experiment asks, in the author's words; may be empty
 * @param verdict the answer in words
 * @param baseline the group that the others are compared with
 * @param primaryMetric the metric that the verdict is about
 * @param validity whether the figures may be used, and why
 * @param groups every group, in the plan's order
 * @param comparisons every group but the baseline, against the baseline, for every metric
 * @param metrics what was measured beside the metrics of every experiment
 * @param costs of every group with a price, what it gives for it, by load level
 * @param control what the idle control process of each measured block saw of the machine itself
 * @param undecided which groups the trial cannot tell from the best one, and what it could have
 *     found
 * @param outcome what the verdict says, as data; null in older summaries, and while nothing has
 *     been measured
 * @param sequential of a trial that ends when it is decided: when that was; null of others
 * @param answered how much of their load the groups answered; null in older summaries, and while
 *     nothing has been measured
 */
public record Summary(
    String experiment,
    String question,
    String verdict,
    String baseline,
    String primaryMetric,
    Validity validity,
    List<GroupSummary> groups,
    List<Comparison> comparisons,
    OwnMetrics metrics,
    List<Cost> costs,
    List<Control> control,
    List<Undecided> undecided,
    TrialOutcome outcome,
    Ending sequential,
    Answered answered) {
  /** Takes it as it is; older summaries lack what came later. */
  public Summary {
    metrics = metrics == null ? OwnMetrics.NONE : metrics;
    costs = costs == null ? List.of() : costs;
    control = control == null ? List.of() : control;
    undecided = undecided == null ? List.of() : undecided;
  }

  /** The metric with that key, which may be one of the experiment's own. */
  public Optional<Metric> metric(String key) {
    return Metrics.with(metrics).find(key);
  }

  /** The group of that name. */
  public Optional<GroupSummary> group(String name) {
    return groups.stream().filter(group -> group.name().equals(name)).findFirst();
  }

  /** The figures of the group of that name; null where there are none. */
  public MetricValues figures(String group) {
    return group(group).map(GroupSummary::metrics).orElse(null);
  }

  /** The metrics that are shown first, without those that do not apply. */
  public List<Metric> shownFirst() {
    return Metrics.with(metrics).all().stream()
        .filter(Metric::isMain)
        .filter(this::applies)
        .toList();
  }

  /**
   * Whether the metric applies to this run: no figure of ticks does where the servers do not tick,
   * and no optional one that nobody recorded.
   */
  public boolean applies(Metric metric) {
    return metric.appliesTo(hasTicks()) && (!metric.isOptional() || wasMeasured(metric));
  }

  /**
   * Whether the servers tick. A group whose servers should have ticked has no figures at all where
   * they did not.
   */
  public boolean hasTicks() {
    Metric execution = TickTimes.of(TickTime.EXECUTION, Quantile.P50);
    return groups.isEmpty()
        || groups.stream()
            .anyMatch(group -> group.metrics() == null || execution.in(group.metrics()) != null);
  }

  /** Whether any group has a figure of it, or a bound. */
  public boolean wasMeasured(Metric metric) {
    return groups.stream().anyMatch(group -> metric.figureOrBound(group.metrics()) != null);
  }

  /** The same figures under another verdict, baseline and validity. */
  public Summary with(String words, String base, Validity trial) {
    return new Summary(
        experiment,
        question,
        words,
        base,
        primaryMetric,
        trial,
        groups,
        comparisons,
        metrics,
        costs,
        control,
        undecided,
        outcome,
        sequential,
        answered);
  }

  /**
   * How a trial ended that ends when it is decided. All its intervals and p-values hold whatever
   * look it ended with.
   *
   * @param atLeast rounds before the first look
   * @param atMost rounds after which it would have ended in any case
   * @param rounds how many had finished; one has one instance of every group
   * @param nominalLevel how small the p-value of a single comparison had to be at this look, so
   *     that all looks together raise a false alarm in at most 5 % of trials
   * @param outcome how the trial stood
   * @param why the same in words
   */
  public record Ending(
      int atLeast,
      int atMost,
      int rounds,
      double nominalLevel,
      TrialLook.Outcome outcome,
      String why) {
    /** As a sentence. */
    public String words() {
      return "The trial %s after %d of at most %d rounds: %s"
          .formatted(outcome == TrialLook.Outcome.GO_ON ? "stands" : "ended", rounds, atMost, why);
    }
  }

  /**
   * Whether the figures may be used.
   *
   * @param status {@code valid}, {@code weak} or {@code invalid}: the worst of the checks
   * @param checks every check made
   */
  public record Validity(String status, List<Check> checks) {}

  /**
   * One check of the trial.
   *
   * @param name such as {@code load_imbalance_ratio}
   * @param value what was measured; null where there was no evidence
   * @param limit what is still good
   * @param status {@code valid}, {@code weak} or {@code invalid}
   * @param why the finding in words, with the remedy where there is one
   */
  public record Check(String name, Double value, Double limit, String status, String why) {}

  /**
   * One group: its instances, and its metrics from the merged histograms of those that count.
   *
   * @param steadyState the class that all its instances that count have, {@link #INCONSISTENT}
   *     where they differ, null where nothing is known of them
   * @param countingInstances how many instances the figures stand for: those that count, and those
   *     without figures that may have none by their own fault. Where fewer have something of a
   *     metric, the group's figure of it is only a bound, unless there was nothing to have a figure
   *     of, such as pauses. Null in older summaries
   * @param doubtedInstances how many of these failed at something, or hung and do not count, so
   *     that all their figures may be better than they deserve; then each figure of the group is
   *     only a bound. Null in older summaries
   * @param cpuDoubtedInstances how many of these have helper processes, or others beside them,
   *     whose CPU time may be work of theirs; then the group's CPU load is only a bound. Null in
   *     older summaries
   * @param cpu the CPU time of its servers and beside them; null in older summaries, and where it
   *     is not known of any server
   */
  public record GroupSummary(
      String name,
      Map<String, String> variables,
      List<InstanceSummary> instances,
      MetricValues metrics,
      String steadyState,
      Integer countingInstances,
      Integer doubtedInstances,
      Integer cpuDoubtedInstances,
      HelperCpu cpu) {
    /** One of which nobody asked about helper processes. */
    public GroupSummary(
        String name,
        Map<String, String> variables,
        List<InstanceSummary> instances,
        MetricValues metrics,
        String steadyState,
        Integer countingInstances,
        Integer doubtedInstances) {
      this(
          name,
          variables,
          instances,
          metrics,
          steadyState,
          countingInstances,
          doubtedInstances,
          null,
          null);
    }

    /** What its instances that count have of a metric; without those that have none. */
    public List<Double> figures(Metric metric) {
      return known(metric::in);
    }

    /** The same; where only a bound of an instance's figure is known, the bound stands for it. */
    public List<Double> figuresOrBounds(Metric metric) {
      return known(metric::figureOrBound);
    }

    private List<Double> known(Function<MetricValues, Double> read) {
      return instances.stream()
          .filter(instance -> !instance.nullified())
          .map(instance -> read.apply(instance.metrics()))
          .filter(Objects::nonNull)
          .toList();
    }
  }

  /** The steady state of a group whose instances are not all of one class. */
  public static final String INCONSISTENT = "inconsistent";

  /**
   * One JVM.
   *
   * @param id {@code group/number}
   * @param block the block in which it ran
   * @param nullified its figures do not count towards the group's
   * @param why the recorded cause of the nullification; null if it counts
   * @param metrics its own figures; null where nothing was recorded
   * @param outlier what is to be said of it because its figure lies far outside its group; null
   *     where it does not
   * @param steadyState how it became steady; null where too little was recorded
   */
  public record InstanceSummary(
      String id,
      int block,
      boolean nullified,
      String why,
      MetricValues metrics,
      String outlier,
      SteadyState steadyState) {}

  /**
   * What the idle control process of a block saw: every millisecond it should have started to do
   * nothing, and what it was late by is the machine's own.
   *
   * @param block the block
   * @param driftSeconds quantiles of its drift over the measured time; of time, not of ticks, since
   *     every millisecond of a stall counts
   * @param stalls how often it was late by more than {@code stallLimitSeconds}
   * @param stallLimitSeconds what is a stall
   * @param runQueueSeconds for how long it waited for a CPU that others had; null where the kernel
   *     does not count that
   * @param cpuSeconds what it used itself; null where that was not sampled
   * @param overTime each interval of its log, about a second
   */
  public record Control(
      int block,
      Quantiles driftSeconds,
      long stalls,
      double stallLimitSeconds,
      Double runQueueSeconds,
      Double cpuSeconds,
      List<ControlSecond> overTime) {}

  /**
   * An interval of the idle control process.
   *
   * @param at its begin, in seconds since the measurement began
   * @param p99 of its drift, in seconds
   * @param max of its drift, in seconds
   */
  public record ControlSecond(double at, double p99, double max) {}

  /**
   * How a server became steady (docs/method.md).
   *
   * @param series by what that was told; of earlier versions always by ticks
   * @param kind {@code flat}, {@code warm-up}, {@code slowdown} or {@code never steady}
   * @param steadyAfterSeconds how long after the load's start; null where never
   * @param warmupSeconds how long the warm-up of its block lasted
   * @param segments what the change points divide the time into, from the load's start to the
   *     measurement's end
   */
  public record SteadyState(
      SteadySeries series,
      String kind,
      Double steadyAfterSeconds,
      double warmupSeconds,
      List<Segment> segments) {
    /** Takes it as it is. */
    public SteadyState {
      series = series == null ? SteadySeries.EXECUTION : series;
    }
  }

  /**
   * A stretch of time without change.
   *
   * @param fromSeconds its start, since the measurement began; negative in the warm-up
   * @param toSeconds its end, likewise
   * @param meanSeconds the geometric mean of the series' values in it
   */
  public record Segment(double fromSeconds, double toSeconds, double meanSeconds) {}

  /** Quantiles of a distribution, in seconds. */
  public record Quantiles(double p50, double p90, double p95, double p99, double p999, double max) {
    private static final double NS_PER_SECOND = 1e9;

    /** Of at least one value. */
    static Quantiles of(Distribution values) {
      return new Quantiles(
          values.quantileNs(0.5) / NS_PER_SECOND,
          values.quantileNs(0.9) / NS_PER_SECOND,
          values.quantileNs(0.95) / NS_PER_SECOND,
          values.quantileNs(0.99) / NS_PER_SECOND,
          values.quantileNs(0.999) / NS_PER_SECOND,
          values.maxNs() / NS_PER_SECOND);
    }
  }

  /**
   * A group against the baseline.
   *
   * @param metric such as {@code tick_drift_seconds.p99} or {@code ticks_late_ratio.1.1}
   * @param group the group's name
   * @param baseline the baseline's name
   * @param ratio group / baseline; null where the baseline is zero
   * @param low lower end of the 95 % interval of the ratio; null where it cannot be given
   * @param high upper end; null where it cannot be given
   * @param pHolm the p-value of "no difference", corrected by Holm's method: of the primary metric
   *     for all pairs of groups, as the verdict is; of any other for the groups compared by it, and
   *     not for the number of metrics. Null where it cannot be given
   * @param p the same, not corrected
   * @param family {@code primary}: it is one of the verdict's decisions. {@code secondary}: it
   *     explains. {@code calibration}: the baseline against itself. Null in older summaries
   * @param decision {@code lower}, {@code higher}, {@code equivalent} or {@code undecided}. All of
   *     the primary metric together are false with a probability of at most 5 %; of the secondary
   *     ones called lower or higher, at most 5 % are expected to be false. Null in older summaries
   */
  public record Comparison(
      String metric,
      String group,
      String baseline,
      Double ratio,
      Double low,
      Double high,
      Double pHolm,
      Double p,
      String family,
      String decision) {
    /** The words of {@link #decision}. */
    public static final String LOWER = "lower";

    /** See {@link #LOWER}. */
    public static final String HIGHER = "higher";

    /** See {@link #LOWER}. */
    public static final String EQUIVALENT = "equivalent";

    /** See {@link #LOWER}. */
    public static final String UNDECIDED = "undecided";

    /** The {@link #family} of the baseline against itself. */
    public static final String CALIBRATION = "calibration";
  }

  /**
   * What a group costs, and what it gives for that.
   *
   * @param group the group's name
   * @param loadLevel the value of the variable {@code load_level}; null where there is none
   * @param baseline the group that it is compared with: at the same load level, with the baseline's
   *     other values; null where there is no such group
   * @param pricePerHour of one server
   * @param bangPerDollar by the metric's key; without those that could not be compared
   */
  public record Cost(
      String group,
      String loadLevel,
      String baseline,
      double pricePerHour,
      Map<String, BangPerDollar> bangPerDollar) {}

  /**
   * (baseline value / value) × (baseline price / price): above 1, the group gives more for its
   * price than the baseline (thesis, section 6.2.3).
   *
   * @param value 1 for the baseline itself
   * @param low lower end of the 95 % interval; null where it cannot be given
   * @param high upper end; null where it cannot be given
   */
  public record BangPerDollar(double value, Double low, Double high) {}

  /**
   * Two groups that the trial cannot tell apart by the primary metric.
   *
   * @param group the one with the better figure
   * @param rival the other
   * @param instances how many instances a group had, or pairs, that count
   * @param detectableRatio the smallest ratio above 1 that so many instances, varying like these,
   *     find with a probability of 80 %; null in older summaries
   */
  public record Undecided(String group, String rival, int instances, Double detectableRatio) {}
}
