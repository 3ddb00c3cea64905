package dev.jitterlab.lab.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.TickCount;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.PooledShare;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.validity.Answered;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is kept of one run of a campaign: one line of {@code docs/measurements/<experiment>.jsonl}.
 * Times are in seconds, other units as in {@code summary.json}. Figures have four significant
 * digits. Immutable.
 *
 * @param experiment the name of the experiment's file, without {@code .yaml}
 * @param content a fingerprint of the experiment's file and of the files that it names: runs of
 *     different files do not answer the same question
 * @param run the number of the run, from 1
 * @param date when it started, in UTC, such as {@code 2026-11-22T10:25:00Z}
 * @param commit of Jitterlab; null outside a checkout
 * @param machine CPU, number of cores, and whether idle ones were kept awake
 * @param kernel name and release
 * @param jdks a group's JDK, as the experiment names it, to what that JDK says of itself
 * @param loadAverage over one minute, before anything was started; null where the system does not
 *     tell
 * @param wallSeconds from start to end, without the time in which it was interrupted (older records
 *     have that time too); null if the run did not end
 * @param validity {@code valid}, {@code weak}, {@code invalid}, or {@link #FAILED}
 * @param reasons the checks that the trial did not pass, or why the run failed
 * @param verdict the run's own sentence; null if it failed
 * @param baseline the group that the others are compared with
 * @param primaryMetric what the verdict is about
 * @param comparisons of every group against the baseline, where there is an interval or a decision
 * @param values by group and metric, the figure of each instance that counts. A bound has its name
 *     behind the metric's, such as {@code response_seconds.p99.at_least}, and a capacity that was
 *     found is a {@code capacity.load}
 * @param instances by group, how many instances count, also those that have no figure and may have
 *     none by their own fault; empty in older records, and of a bench
 * @param doubted by group, how many of these failed at something: their figures may be better than
 *     they deserve. Without groups that have none; empty in older records, and of a bench
 * @param answeredLess groups that answered clearly less than another one, or whose answers are not
 *     known while those of others are, so that what less work improves is a bound; empty in older
 *     records, and of a bench
 * @param cpuDoubted by group, how many instances have helper processes, or others beside them,
 *     whose CPU time may be work of theirs, so that their CPU load is a bound. Without groups that
 *     have none; empty in older records, and of a bench
 */
public record KeptRun(
    String experiment,
    String content,
    int run,
    String date,
    String commit,
    String machine,
    String kernel,
    Map<String, String> jdks,
    Double loadAverage,
    Double wallSeconds,
    String validity,
    List<Reason> reasons,
    String verdict,
    String baseline,
    String primaryMetric,
    List<Comparison> comparisons,
    Map<String, Map<String, List<Double>>> values,
    Map<String, Integer> instances,
    Map<String, Integer> doubted,
    List<String> answeredLess,
    Map<String, Integer> cpuDoubted) {
  /** The {@link #validity} of a run that did not come to its end. */
  public static final String FAILED = "failed";

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
  private static final double SURE = 0.05;
  private static final String RUN_COMPLETE = "run_complete";

  /** The checks that name the servers that took away a run's figures, each after a semicolon. */
  private static final Set<String> ENDING = Set.of(RUN_COMPLETE, "process_exits");

  private static final String LOAD = ".load";
  private static final String AT_LEAST = "." + MetricValues.AT_LEAST;
  private static final String BELOW = "." + MetricValues.BELOW;

  /** Where {@code summary.json} has an experiment's own metrics; they are compared without it. */
  private static final Pattern OWN = Pattern.compile("^own\\.(scraped\\.)?");

  /** Takes it as it is; an absent list is empty. */
  public KeptRun {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
    comparisons = comparisons == null ? List.of() : List.copyOf(comparisons);
    values = values == null ? Map.of() : values;
    jdks = jdks == null ? Map.of() : jdks;
    instances = instances == null ? Map.of() : instances;
    doubted = doubted == null ? Map.of() : doubted;
    answeredLess = answeredLess == null ? List.of() : List.copyOf(answeredLess);
    cpuDoubted = cpuDoubted == null ? Map.of() : cpuDoubted;
  }

  /**
   * A check that was not passed.
   *
   * @param check its name, such as {@code machine_steal_ratio}
   * @param status {@code weak} or {@code invalid}
   * @param why the finding in words
   */
  public record Reason(String check, String status, String why) {}

  /**
   * A group against the baseline.
   *
   * @param ratio group / baseline; null where the baseline has none of it, or only a bound is known
   * @param low lower end of the 95 % interval; null where it cannot be given; minus infinity where
   *     the ratio is only known to be at most so much
   * @param high upper end; null where it cannot be given; infinity where the ratio is only known to
   *     be at least so much
   * @param pHolm the p-value, corrected for the number of groups; null where it cannot be given
   * @param decision {@link #LOWER}, {@link #HIGHER}, {@link #EQUIVALENT} or {@link #UNDECIDED}
   */
  public record Comparison(
      String metric,
      String group,
      String baseline,
      Double ratio,
      Double low,
      Double high,
      Double pHolm,
      String decision) {
    /** The group has less than the baseline. */
    public static final String LOWER = "lower";

    /** The group has more than the baseline. */
    public static final String HIGHER = "higher";

    /** They differ by no more than the margin that the experiment declares. */
    public static final String EQUIVALENT = "equivalent";

    /** The run does not tell the two apart. */
    public static final String UNDECIDED = "undecided";
  }

  /** Whether its figures may be used. */
  public boolean counts() {
    return validity.equals("valid") || validity.equals("weak");
  }

  /**
   * The comparison of a group with another one: as the run made it, if that is its baseline. It is
   * computed from the instances' figures if the run compared both groups with a third only, or if
   * no run compares groups by the metric; empty where there is none.
   */
  public Optional<Comparison> comparison(String metric, String group, String other) {
    Optional<Comparison> made =
        comparisons.stream()
            .filter(one -> one.metric().equals(metric))
            .filter(one -> one.group().equals(group) && one.baseline().equals(other))
            .findFirst();
    boolean isLeftToTheRun =
        (isBaseline(metric, group) || isBaseline(metric, other)) && !isNeverCompared(metric);
    return made.isPresent() || isLeftToTheRun ? made : ofInstances(metric, group, other);
  }

  /** Where a run compares groups by a metric and has no comparison, it had a reason for that. */
  private boolean isNeverCompared(String metric) {
    return comparisons.stream().noneMatch(one -> one.metric().equals(metric))
        && Metrics.ofAll().find(metric).filter(known -> !known.isCompared()).isPresent();
  }

  /** Of the run, or of some of its groups only, as in a bench. */
  private boolean isBaseline(String metric, String group) {
    return group.equals(baseline)
        || comparisons.stream()
            .anyMatch(one -> one.metric().equals(metric) && one.baseline().equals(group));
  }

  private Optional<Comparison> ofInstances(String metric, String group, String other) {
    KeptFigures ours = figures(group, metric);
    KeptFigures theirs = figures(other, metric);
    Censoring censoring = ours.censoring().over(theirs.censoring());
    return RatioEstimate.ofInstances(
            ours.known(), theirs.known(), countingError(metric, Stream.of(group, other)))
        .flatMap(estimate -> corrected(metric, group, other, estimate, censoring));
  }

  /**
   * By which factor the ratio of two groups is above that of two others, from the instances of all
   * four; empty where one has none.
   */
  public Optional<Comparison> ratioOfRatios(
      String metric, String group, String other, String overGroup, String overOther) {
    KeptFigures ours = figures(group, metric);
    KeptFigures theirs = figures(other, metric);
    KeptFigures over = figures(overGroup, metric);
    KeptFigures under = figures(overOther, metric);
    Censoring censoring =
        ours.censoring().over(theirs.censoring()).over(over.censoring().over(under.censoring()));
    return RatioEstimate.ofRatios(
            ours.known(),
            theirs.known(),
            over.known(),
            under.known(),
            countingError(metric, Stream.of(group, other, overGroup, overOther)))
        .flatMap(estimate -> corrected(metric, group, other, estimate, censoring));
  }

  /**
   * What counting leaves open in the logarithm of a ratio of these groups: instances that happen to
   * have as many late ticks are not taken for certain. 0 for other metrics: of other shares a
   * record does not say how many events they are of.
   */
  private double countingError(String metric, Stream<String> groups) {
    return LateTicks.threshold(metric).isEmpty()
        ? 0
        : groups.mapToDouble(group -> countingError(metric, group)).reduce(0, Math::hypot);
  }

  private double countingError(String metric, String group) {
    List<Double> shares = values(group, metric);
    List<Double> ticks = values(group, TickCount.METRIC.key());
    if (shares.isEmpty() || ticks.isEmpty()) {
      return 0;
    }
    double ofEach = ticks.stream().mapToDouble(each -> each).average().orElseThrow();
    double late = ofEach * shares.stream().mapToDouble(each -> each).sum();
    return PooledShare.ofCounts(new double[] {late}, new double[] {ofEach * shares.size()})
        .leastLogError();
  }

  /**
   * For as many comparisons as the run made of the metric itself (Bonferroni). A ratio that is only
   * a bound decides nothing but what lies beyond the bound; empty where it is not even that.
   */
  private Optional<Comparison> corrected(
      String metric, String group, String other, RatioEstimate estimate, Censoring censoring) {
    if (censoring == Censoring.UNKNOWN) {
      return Optional.empty();
    }
    RatioEstimate.Interval interval = estimate.interval().orElseThrow();
    double p = Math.min(1, estimate.pValue().orElseThrow() * Math.max(1, values.size() - 1));
    boolean isLower = estimate.ratio() < 1;
    boolean isPossible = censoring != (isLower ? Censoring.AT_LEAST : Censoring.BELOW);
    String direction = isLower ? Comparison.LOWER : Comparison.HIGHER;
    return Optional.of(
        new Comparison(
            metric,
            group,
            other,
            estimate.ratio(),
            censoring == Censoring.BELOW ? Double.NEGATIVE_INFINITY : interval.low(),
            censoring == Censoring.AT_LEAST ? Double.POSITIVE_INFINITY : interval.high(),
            p,
            p < SURE && isPossible ? direction : Comparison.UNDECIDED));
  }

  /** What a group's instances have of a metric, and how many of them have nothing. */
  KeptFigures figures(String group, String metric) {
    List<Double> figures =
        Stream.of(metric, metric + LOAD).flatMap(key -> values(group, key).stream()).toList();
    List<Double> atLeast = values(group, metric + AT_LEAST);
    List<Double> below = values(group, metric + BELOW);
    int known = figures.size() + atLeast.size() + below.size();
    return new KeptFigures(
        figures,
        atLeast,
        below,
        Math.max(0, counting(group, metric, known) - known),
        isBetterThanDeserved(group, metric) ? worse(metric) : Censoring.NONE);
  }

  private boolean isBetterThanDeserved(String group, String metric) {
    Optional<Metric> known = Metrics.ofAll().find(metric);
    return doubted.containsKey(group)
        || (answeredLess.contains(group) && known.filter(Metric::isBetterWithLessWork).isPresent())
        || (cpuDoubted.containsKey(group) && known.filter(CpuLoad::isOfServer).isPresent());
  }

  /**
   * How many instances the group has that should have a figure of the metric. Where no group has
   * one, the run did not measure it. Older records do not say how many count: at least as many as
   * have a figure of any other metric. Of a bench, which has no verdict, each metric has as many
   * rounds as it needs.
   */
  private int counting(String group, String metric, int known) {
    Integer kept = instances.get(group);
    if (kept != null) {
      return values.keySet().stream().anyMatch(one -> isKnown(one, metric)) ? kept : known;
    }
    return known == 0 || verdict == null
        ? known
        : values.getOrDefault(group, Map.of()).values().stream()
            .mapToInt(List::size)
            .max()
            .orElse(known);
  }

  /**
   * Which bound a figure is that looks better than it is. Records do not say which way is better of
   * an experiment's own metrics.
   */
  private static Censoring worse(String metric) {
    if (metric.equals(CarriedLoad.KEY)) {
      return Censoring.BELOW;
    }
    return Metrics.ofAll()
        .find(metric)
        .map(one -> one.isHigherBetter() ? Censoring.BELOW : Censoring.AT_LEAST)
        .orElse(Censoring.UNKNOWN);
  }

  /**
   * Whether the run did not come to its end, or is invalid, because of a server of that group: it
   * died, it never became ready, or it said at its end that its figures are worth nothing. Several
   * servers may have done so, and each of them counts. A server that is named only because
   * something is weak about it did not take away the run's figures.
   */
  boolean hasFailedFor(String group) {
    Pattern server = Pattern.compile("(^|; )" + Pattern.quote(group) + "/\\d");
    return !counts()
        && reasons.stream()
            .filter(reason -> ENDING.contains(reason.check()) && !reason.status().equals("weak"))
            .anyMatch(reason -> server.matcher(reason.why()).find());
  }

  private boolean isKnown(String group, String metric) {
    return Stream.of("", LOAD, AT_LEAST, BELOW)
        .anyMatch(suffix -> !values(group, metric + suffix).isEmpty());
  }

  /** The figures of a group's instances; empty where there are none. */
  public List<Double> values(String group, String metric) {
    return values.getOrDefault(group, Map.of()).getOrDefault(metric, List.of());
  }

  /** Reads what is kept from a run directory, of a run that ended. */
  static KeptRun of(RunDirectory run, String experiment, String content, int number) {
    RunState state = Json.read(run.runState(), RunState.class);
    Environment machine = Json.read(run.environment(), Environment.class);
    JsonNode summary = Json.read(run.summary(), JsonNode.class);
    boolean complete = state.isComplete();
    List<Reason> reasons = new ArrayList<>();
    if (!complete) {
      String why = Objects.toString(state.why(), state.state());
      reasons.add(new Reason(RUN_COMPLETE, FAILED, withoutPlace(run, why)));
    }
    for (JsonNode check : summary.path("validity").path("checks")) {
      String status = check.path("status").asText();
      if (status.equals("weak") || status.equals("invalid")) {
        reasons.add(
            new Reason(
                check.path("name").asText(),
                status,
                withoutPlace(run, check.path("why").asText())));
      }
    }
    return new KeptRun(
        experiment,
        content,
        number,
        Instant.ofEpochSecond((long) state.startedAt()).toString(),
        machine.jitterlabCommit(),
        machine.machine(),
        machine.kernel(),
        machine.jdks(),
        machine.loadAverageAtStart(),
        state.workedSeconds().map(KeptRun::rounded).orElse(null),
        complete ? summary.path("validity").path("status").asText() : FAILED,
        reasons,
        complete ? summary.path("verdict").asText() : null,
        summary.path("baseline").asText(),
        summary.path("primary_metric").asText(),
        complete ? comparisons(summary) : List.of(),
        complete ? values(summary) : Map.of(),
        complete ? counts(summary, "counting_instances", 0) : Map.of(),
        complete ? counts(summary, "doubted_instances", 1) : Map.of(),
        complete ? answeredLess(summary) : List.of(),
        complete ? counts(summary, "cpu_doubted_instances", 1) : Map.of());
  }

  /** Where the run stood is of one machine alone, and a record is for all. */
  private static String withoutPlace(RunDirectory run, String why) {
    return why.replace(run.root().toAbsolutePath().toString(), "RUN")
        .replace(run.root().toString(), "RUN");
  }

  /** A run that ended before it had a summary. */
  static KeptRun failed(String experiment, String content, int number, Instant at, int exitStatus) {
    return new KeptRun(
        experiment,
        content,
        number,
        Instant.ofEpochSecond(at.getEpochSecond()).toString(),
        null,
        null,
        null,
        null,
        null,
        null,
        FAILED,
        List.of(new Reason(RUN_COMPLETE, FAILED, "the run ended with status " + exitStatus)),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static List<Comparison> comparisons(JsonNode summary) {
    List<Comparison> kept = new ArrayList<>();
    for (JsonNode one : summary.path("comparisons")) {
      Double low = number(one, "low");
      Double high = number(one, "high");
      Double pHolm = number(one, "p_holm");
      String decision = one.path("decision").asText(decision(low, high, pHolm));
      if (low == null && decision.equals(Comparison.UNDECIDED)) {
        continue;
      }
      kept.add(
          new Comparison(
              one.path("metric").asText(),
              one.path("group").asText(),
              one.path("baseline").asText(),
              number(one, "ratio"),
              low,
              high,
              pHolm,
              decision));
    }
    return kept;
  }

  /** What older summaries leave to their reader. */
  private static String decision(Double low, Double high, Double pHolm) {
    if (low == null || high == null || pHolm == null || pHolm >= SURE) {
      return Comparison.UNDECIDED;
    }
    return high < 1 ? Comparison.LOWER : low > 1 ? Comparison.HIGHER : Comparison.UNDECIDED;
  }

  private static Double number(JsonNode of, String key) {
    return of.path(key).isNumber() ? rounded(of.path(key).asDouble()) : null;
  }

  private static Map<String, Map<String, List<Double>>> values(JsonNode summary) {
    Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();
    for (JsonNode group : summary.path("groups")) {
      Map<String, List<Double>> ofGroup = new LinkedHashMap<>();
      for (JsonNode instance : group.path("instances")) {
        if (!instance.path("nullified").asBoolean()) {
          flatten("", instance.path("metrics"), ofGroup);
        }
      }
      values.put(group.path("name").asText(), ofGroup);
    }
    return values;
  }

  /**
   * By the limits of the run's own verdict; a group whose answers are not known may have answered
   * less. A summary without answers is of an older version.
   */
  private static List<String> answeredLess(JsonNode summary) {
    JsonNode answered = summary.path("answered");
    Map<String, Double> means = new LinkedHashMap<>();
    answered
        .path("means")
        .properties()
        .forEach(one -> means.put(one.getKey(), one.getValue().asDouble()));
    Answered all = new Answered(answered.path("closed").asBoolean(), means);
    List<String> less = new ArrayList<>();
    for (JsonNode one : summary.path("groups")) {
      String group = one.path("name").asText();
      boolean isLess =
          means.keySet().stream().anyMatch(other -> all.less(group, all, other).isPresent());
      if (isLess || (!means.isEmpty() && !means.containsKey(group))) {
        less.add(group);
      }
    }
    return less;
  }

  /** By group, if there are at least so many. A summary without them is of an older version. */
  private static Map<String, Integer> counts(JsonNode summary, String key, int least) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (JsonNode group : summary.path("groups")) {
      if (group.path(key).isNumber() && group.path(key).asInt() >= least) {
        counts.put(group.path("name").asText(), group.path(key).asInt());
      }
    }
    return counts;
  }

  private static void flatten(String prefix, JsonNode metrics, Map<String, List<Double>> into) {
    for (Map.Entry<String, JsonNode> entry : metrics.properties()) {
      String key = prefix + entry.getKey();
      if (entry.getValue().isNumber()) {
        into.computeIfAbsent(OWN.matcher(key).replaceFirst(""), _ -> new ArrayList<>())
            .add(rounded(entry.getValue().asDouble()));
      } else if (entry.getValue().isObject()) {
        flatten(key + ".", entry.getValue(), into);
      }
    }
  }

  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(FOUR_DIGITS).doubleValue() : value;
  }

  /** Whether a run directory has all that {@link #of} reads. */
  static boolean isSummarised(Path directory) {
    RunDirectory run = new RunDirectory(directory);
    return Files.exists(run.runState())
        && Files.exists(run.environment())
        && Files.exists(run.summary());
  }
}
