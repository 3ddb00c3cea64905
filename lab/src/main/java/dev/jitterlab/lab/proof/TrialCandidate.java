package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A metric that a trial could compare, and how much of it a cause explains in the first run.
 * Immutable.
 *
 * @param metric the share of ticks above a threshold, or a quantile of the response times
 * @param what is above it, such as "ticks above 2 periods"
 * @param late how many ticks or requests of the first run are above it
 * @param explained how many of these would not be above it without the cause
 */
record TrialCandidate(Metric metric, String what, int late, int explained) {
  /** So many of each server, on average, must be explained by the cause: else chance decides. */
  static final int LEAST_EXPLAINED = 20;

  /** A part that is smaller than the largest by this much or less is as good. */
  private static final double AS_GOOD = 0.05;

  /** The median is about normal requests, and the maximum about a single one. */
  private static final List<Quantile> TAILS =
      List.of(Quantile.P90, Quantile.P95, Quantile.P99, Quantile.P999);

  /** The part of what is above it that the cause explains. */
  double part() {
    return (double) explained / late;
  }

  /** Such as "600 of 630 ticks above 2 periods". */
  String words() {
    return String.format(Locale.ROOT, "%,d of %,d %s", explained, late, what);
  }

  /** The shares of late ticks, the lowest threshold first; those without late ticks are none. */
  static List<TrialCandidate> ofTicks(Map<String, Causes.LateTicks> lateTicks, Cause cause) {
    List<TrialCandidate> candidates = new ArrayList<>();
    for (String threshold : LateTicks.THRESHOLDS) {
      Causes.LateTicks late = lateTicks.get(threshold);
      if (late != null && late.ticks() > 0) {
        candidates.add(
            new TrialCandidate(
                LateTicks.above(threshold),
                "ticks above " + threshold + " periods",
                late.ticks(),
                late.explainedBy().getOrDefault(cause.id(), 0)));
      }
    }
    return candidates;
  }

  /**
   * The quantiles of the response times, the lowest first. Only slow requests are logged, so a
   * quantile that is shorter than the shortest logged request of a server is none.
   *
   * @param slow the slow requests of the group
   * @param figures those of the group
   */
  static List<TrialCandidate> ofRequests(
      List<Causes.LateEvent> slow, MetricValues figures, Cause cause) {
    Map<String, Double> shortest = new HashMap<>();
    slow.forEach(one -> shortest.merge(one.instance(), response(one), Math::min));
    double logged = shortest.values().stream().mapToDouble(one -> one).max().orElse(0);
    List<TrialCandidate> candidates = new ArrayList<>();
    for (Quantile tail : TAILS) {
      Metric metric = ResponseTimes.of(ResponseMetric.RESPONSE, tail);
      Double limit = metric.in(figures);
      if (limit != null && limit >= logged) {
        List<Causes.LateEvent> late = slow.stream().filter(one -> response(one) > limit).toList();
        int explained =
            (int) late.stream().filter(one -> response(one) - part(one, cause) <= limit).count();
        if (!late.isEmpty()) {
          candidates.add(
              new TrialCandidate(metric, "requests above " + tail.title(), late.size(), explained));
        }
      }
    }
    return candidates;
  }

  private static double response(Causes.LateEvent request) {
    return request.typicalSeconds() + request.latenessSeconds();
  }

  private static double part(Causes.LateEvent request, Cause cause) {
    return request.parts().stream()
        .filter(one -> one.cause().equals(cause.id()))
        .mapToDouble(Causes.Part::seconds)
        .sum();
  }

  /**
   * The one that says most of the cause; of those that say nearly as much, the first. Empty if the
   * cause explains too little at each of them.
   */
  static Optional<TrialCandidate> best(List<TrialCandidate> all, int servers) {
    List<TrialCandidate> enough =
        all.stream()
            .filter(one -> one.explained() > 0 && one.explained() >= LEAST_EXPLAINED * servers)
            .toList();
    double most = enough.stream().mapToDouble(TrialCandidate::part).max().orElse(0);
    return enough.stream().filter(one -> one.part() >= most - AS_GOOD).findFirst();
  }
}
