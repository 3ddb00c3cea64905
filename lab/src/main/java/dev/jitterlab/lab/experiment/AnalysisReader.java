package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads {@code primary_metric}, {@code equivalence_margin}, {@code load_level}, {@code metrics},
 * {@code capacity} and {@code published}.
 */
record AnalysisReader(Fields fields, Problems problems) {
  private static final double MAX_MARGIN_PERCENT = 50;

  /**
   * @param groups the names of all groups
   * @param calibration the name of the group that repeats the baseline
   * @param system the servers, and what loads them
   */
  Analysis read(
      List<String> groups,
      String baseline,
      Optional<String> calibration,
      List<Variable> variables,
      SystemUnderTest system) {
    OwnMetrics metrics = new OwnMetricsReader(problems).read(fields, ScenarioOption.steps(system));
    checkCapacity(metrics.capacity(), system);
    return new Analysis(
        baseline,
        primaryMetric(metrics, system),
        fields.percent("equivalence_margin", MAX_MARGIN_PERCENT).map(m -> m / 100).orElse(null),
        calibration.orElse(null),
        loadLevel(variables).orElse(null),
        metrics,
        new PublishedReader(fields).read(groups, baseline, metrics));
  }

  private Optional<String> loadLevel(List<Variable> variables) {
    List<String> known = variables.stream().map(Variable::name).toList();
    return fields.checkedText(
        "load_level",
        "the name of a variable",
        known::contains,
        given ->
            "`load_level`: there is no variable `%s`%s"
                .formatted(given, known.isEmpty() ? "" : "\n" + Spelling.expected(given, known)),
        "Name a variable of `groups`.");
  }

  /** The answer would be empty after the whole run. */
  private void checkCapacity(CapacityQuestion question, SystemUnderTest system) {
    if (question == null || question.isOfRequests() || !isWithoutTicks(system)) {
      return;
    }
    boolean countsRequests =
        system.workload().isPresent() || system.foreign().flatMap(ForeignServer::http).isPresent();
    problems.add(
        fields.node("capacity").orElseThrow().place(),
        "`capacity` is about ticks, and the server has none",
        countsRequests
            ? "Set late_above: slo."
            : "Say under workload.server.ticks what a tick is, or remove `capacity`.");
  }

  private static boolean isWithoutTicks(SystemUnderTest system) {
    return system.foreign().filter(server -> server.ticks().isEmpty()).isPresent()
        || !system.ticks();
  }

  /** Another program may load the server. What its requests took is not known. */
  private static boolean hasNoTimesOfRequests(SystemUnderTest system) {
    return system.foreign().filter(server -> server.http().isEmpty()).isPresent();
  }

  private String primaryMetric(OwnMetrics own, SystemUnderTest system) {
    boolean measuresResponses = system.foreign().flatMap(ForeignServer::http).isPresent();
    boolean withoutTicks = isWithoutTicks(system);
    Optional<Scalar> metric = fields.scalar("primary_metric", "the name of a metric");
    Metrics metrics = Metrics.ofAll();
    List<String> known =
        Stream.concat(metrics.comparedKeys().stream(), own.keys().stream()).toList();
    metric
        .filter(name -> !known.contains(name.text()))
        .ifPresent(name -> fields.unknownWord(name, "primary_metric", known));
    refuse(
        metric,
        name -> own.scraped(name).filter(one -> one.better() == null).isPresent(),
        "`%s` does not say which way is better",
        "Add better: lower or better: higher to the metric; the verdict needs it.");
    refuse(
        metric,
        name -> withoutTicks && metrics.find(name).filter(Metric::isOfTicks).isPresent(),
        "`%s` is a figure of ticks, and the server has none",
        system.workload().isPresent()
            ? "Name another metric."
            : "Say under workload.server.ticks what a tick is, or name another metric.");
    refuse(
        metric,
        name ->
            hasNoTimesOfRequests(system) && metrics.find(name).filter(Metric::isOfLoad).isPresent(),
        "`%s` is a figure of the requests of Jitterlab's own load, and the experiment has none",
        "Say under workload.load.http what is requested, or name another metric.");
    boolean isUntilDecided = new InstancesReader(fields, problems).isUntilDecided();
    refuse(
        metric,
        name -> isUntilDecided && isMaximum(name, metrics, own),
        "`primary_metric: %s` cannot be combined with `instances` until decided: it is the greatest"
            + " of all values, and a trial with several looks does not decide by one value",
        "Name a lower quantile, such as p99, or give `instances` a number such as 5.");
    return metric
        .map(Scalar::text)
        .orElseGet(() -> standard(withoutTicks, measuresResponses).key());
  }

  private void refuse(
      Optional<Scalar> metric, Predicate<String> isWrong, String what, String remedy) {
    metric
        .filter(name -> isWrong.test(name.text()))
        .ifPresent(name -> problems.add(name.place(), what.formatted(name.text()), remedy));
  }

  private static boolean isMaximum(String key, Metrics metrics, OwnMetrics own) {
    return Stream.concat(metrics.compared().stream(), own.metrics().stream())
        .filter(metric -> metric.key().equals(key))
        .anyMatch(Metric::isMaximum);
  }

  /** What a verdict is about where the author does not say. */
  private static Metric standard(boolean withoutTicks, boolean measuresResponses) {
    if (!withoutTicks) {
      return TickTimes.of(TickTime.DRIFT, Quantile.P99);
    }
    return measuresResponses
        ? ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99)
        : CpuLoad.OF_SERVER;
  }
}
