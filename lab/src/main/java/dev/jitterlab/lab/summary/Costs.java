package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import dev.jitterlab.lab.summary.Summary.BangPerDollar;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares what groups give for their price (thesis, section 6.2.3, tables 3 to 5). */
final class Costs {
  private Costs() {}

  /** Of every group with a price but the one that repeats the baseline, in the plan's order. */
  static List<Cost> of(Plan plan, Contest contest) {
    List<Metric> metrics = Metrics.ofAll().all().stream().filter(Metric::isPriced).toList();
    List<Cost> costs = new ArrayList<>();
    String level = plan.analysis().loadLevel();
    for (Plan.Group group : plan.contestants()) {
      if (group.pricePerHour().isEmpty()) {
        continue;
      }
      Optional<Plan.Group> baseline = baseline(plan, group);
      Map<String, BangPerDollar> found = new LinkedHashMap<>();
      for (Metric metric : metrics) {
        baseline
            .flatMap(base -> bangPerDollar(contest, metric, group, base))
            .ifPresent(figure -> found.put(metric.key(), figure));
      }
      costs.add(
          new Cost(
              group.name(),
              level == null ? null : group.variables().get(level),
              baseline.map(Plan.Group::name).orElse(null),
              group.pricePerHour().get(),
              found));
    }
    return costs;
  }

  /** The group that differs from the baseline by its load level at most, which is the group's. */
  private static Optional<Plan.Group> baseline(Plan plan, Plan.Group group) {
    Map<String, String> values = new HashMap<>(plan.group(plan.analysis().baseline()).variables());
    values.computeIfPresent(
        String.valueOf(plan.analysis().loadLevel()), (level, _) -> group.variables().get(level));
    return plan.contestants().stream()
        .filter(other -> other.variables().equals(values) && other.pricePerHour().isPresent())
        .findFirst();
  }

  private static Optional<BangPerDollar> bangPerDollar(
      Contest contest, Metric metric, Plan.Group group, Plan.Group baseline) {
    if (group.equals(baseline)) {
      return contest.value(metric, group.name()).map(_ -> new BangPerDollar(1, null, null));
    }
    return contest
        .ratio(metric, group.name(), baseline.name())
        .filter(ratio -> ratio.ratio() > 0 && ratio.isFinite())
        .map(
            ratio ->
                bangPerDollar(
                    ratio, group.pricePerHour().orElseThrow(), baseline.pricePerHour().get()));
  }

  /** BP$ from the ratio of a group's value to the baseline's, and both prices. */
  static BangPerDollar bangPerDollar(RatioEstimate ratio, double price, double baselinePrice) {
    RatioEstimate better = ratio.inverse();
    double cheaper = baselinePrice / price;
    Optional<Interval> interval = better.interval().filter(Interval::isFinite);
    return new BangPerDollar(
        better.ratio() * cheaper,
        interval.map(ends -> ends.low() * cheaper).orElse(null),
        interval.map(ends -> ends.high() * cheaper).orElse(null));
  }
}
