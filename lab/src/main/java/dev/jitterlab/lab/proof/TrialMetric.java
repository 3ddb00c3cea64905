package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.metric.SlowRequestShare;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.List;
import java.util.Optional;

/**
 * What a suggested trial compares. It follows from the first run alone, so nobody can choose it
 * after the trial.
 *
 * <p>It is the metric at which the cause explains most of what was late: the share of ticks above
 * one of the thresholds, or a quantile of the response times. There, least is left that other
 * causes made late, and that the change cannot take away. A lower threshold or quantile is taken if
 * the cause explains nearly as much there, because more events decide sooner. Where the cause
 * explains too few events at each of them, the first run's metric stays. Where the load measures no
 * response times, it is the share of slow requests, if the agent counted them.
 *
 * <p>Immutable.
 *
 * @param key of the metric
 * @param why what it is, and why this one, for the user
 */
record TrialMetric(String key, String why) {
  private static final String REQUEST = "request";
  private static final String TICK = "tick";

  /**
   * Chooses it.
   *
   * @param run the first run
   * @param group whose lateness
   * @throws LabException if no metric could say whether less is late
   */
  static TrialMetric of(
      RunDirectory run, Causes causes, Causes.GroupCauses group, Cause cause, FirstTrial first) {
    boolean lateTicks = !events(causes, group, TICK).isEmpty();
    String primary = first.plan().analysis().primaryMetric();
    if (lateTicks && first.hasTicks()) {
      Metric usual =
          LateTicks.above(LateTicks.threshold(primary).orElse(LateTicks.THRESHOLDS.getFirst()));
      return group.lateTicks() == null
          ? new TrialMetric(
              usual.key(),
              "The trial compares the "
                  + usual.words()
                  + ". The causes of the first run were written by an older version, and do not say"
                  + " how many ticks this cause explains. `./jitterlab diagnose` writes them"
                  + " again.")
          : chosen(TrialCandidate.ofTicks(group.lateTicks(), cause), servers(causes, group), usual);
    }
    Optional<Metric> ofLoad = Metrics.ofAll().find(primary).filter(Metric::isOfLoad);
    if (ofLoad.isPresent() || (first.plan().hasLoad() && !lateTicks)) {
      Metric usual =
          ofLoad.orElseGet(() -> ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99));
      return chosen(
          figures(run, group)
              .map(
                  figures ->
                      TrialCandidate.ofRequests(events(causes, group, REQUEST), figures, cause))
              .orElse(List.of()),
          servers(causes, group),
          usual);
    }
    if (!lateTicks && figures(run, group).map(SlowRequestShare.RATIO::in).isPresent()) {
      return new TrialMetric(
          SlowRequestShare.RATIO.key(),
          "The trial compares the share of slow requests, because the load measures no response"
              + " times. A request counts when it is answered, so a server that stands still shows"
              + " little of it here.");
    }
    String where = run.root().toString();
    if (lateTicks) {
      throw LabException.wrong(
          where,
          "its recording has late ticks, but its experiment says that the server has no ticks, so"
              + " no trial could say whether less is late",
          first.isForeign()
              ? "Say under workload.server.ticks what a tick is, such as {event: jitterlab.Tick,"
                  + " rate: 20}, run it, and ask again."
              : "Remove `ticks: false`, run it, and ask again.");
    }
    throw LabException.wrong(
        where,
        "its servers have no ticks and its load measures no response times, so no trial could"
            + " say whether less is late",
        "Load the server with load.http (docs/load.md), or set workload.server.requests. Run it again"
            + " with this version, and ask again.");
  }

  private static TrialMetric chosen(List<TrialCandidate> all, int servers, Metric usual) {
    String counts =
        all.stream().map(TrialCandidate::words).reduce((a, b) -> a + ", " + b).orElse("none");
    return TrialCandidate.best(all, servers)
        .map(
            best ->
                new TrialMetric(
                    best.metric().key(),
                    "The trial compares the %s, where this cause explains most of what was late in the first run: %s."
                        .formatted(best.metric().words(), counts)))
        .orElseGet(
            () ->
                new TrialMetric(
                    usual.key(),
                    "The trial compares the %s. This cause explains too few late events to choose another metric (%s for each server would be enough): %s."
                        .formatted(usual.words(), TrialCandidate.LEAST_EXPLAINED, counts)));
  }

  private static List<Causes.LateEvent> events(
      Causes causes, Causes.GroupCauses group, String kind) {
    return causes.events().stream()
        .filter(one -> isOf(one.instance(), group) && one.kind().equals(kind))
        .toList();
  }

  private static int servers(Causes causes, Causes.GroupCauses group) {
    return (int) causes.sources().stream().filter(one -> isOf(one.instance(), group)).count();
  }

  private static boolean isOf(String instance, Causes.GroupCauses group) {
    return instance.startsWith(group.name() + "/");
  }

  /** What the first run measured of the group; empty if it has no readable summary. */
  private static Optional<MetricValues> figures(RunDirectory run, Causes.GroupCauses group) {
    return Json.readIfWhole(run.summary(), Summary.class)
        .map(summary -> summary.figures(group.name()));
  }

  /**
   * The part of what a metric counts that a cause explains in a group; empty for a metric that
   * counts no late ticks, and for causes of older versions.
   */
  static Optional<Double> explained(String metric, Causes.GroupCauses group, String cause) {
    return LateTicks.threshold(metric)
        .filter(_ -> group.lateTicks() != null)
        .map(threshold -> group.lateTicks().get(threshold))
        .filter(late -> late.ticks() > 0)
        .map(late -> (double) late.explainedBy().getOrDefault(cause, 0) / late.ticks());
  }
}
