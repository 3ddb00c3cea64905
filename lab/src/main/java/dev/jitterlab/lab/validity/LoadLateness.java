package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Did the load generators keep their own beat? */
enum LoadLateness implements Check {
  /**
   * Lateness as a share of the generator's own period, the median total of its ticks. Up to a tenth
   * of it the load is as smooth as planned; up to a whole one it is shaken; beyond, requests of
   * several periods come in one, and what was offered is not what the plan says.
   */
  OF_PERIOD("load_drift_p99_of_period_ratio", "its period") {
    @Override
    Optional<Double> scaleNs(
        Evidence.MeasuredProcess load, MeasuredTicks ticks, Evidence evidence) {
      return ticks.of(TickMetric.TOTAL).isEmpty()
          ? Optional.empty()
          : Optional.of((double) ticks.of(TickMetric.TOTAL).quantileNs(0.5));
    }
  },
  /**
   * Lateness as a share of the p99 of the fastest server's response times, of which it is a part:
   * they count from when a request was due. Up to a tenth, they are the servers'; beyond a whole
   * one, they are the generator's own.
   */
  OF_RESPONSE("load_drift_p99_of_response_ratio", "the response times' p99") {
    @Override
    Optional<Double> scaleNs(
        Evidence.MeasuredProcess load, MeasuredTicks ticks, Evidence evidence) {
      return evidence.servers().stream()
          .filter(server -> server.block() == load.block())
          .map(server -> evidence.responses(server.id()))
          .map(responses -> responses.of(ResponseMetric.RESPONSE))
          .filter(responses -> !responses.isEmpty())
          .map(responses -> (double) responses.quantileNs(0.99))
          .min(Double::compare);
    }
  };

  private static final Limit LIMIT = new Limit(0.1, 1);

  private final String checkName;
  private final String scale;

  LoadLateness(String checkName, String scale) {
    this.checkName = checkName;
    this.scale = scale;
  }

  /** Which of the two asks the load of that trial what matters to it. */
  static LoadLateness of(Evidence evidence) {
    return evidence.responses().values().stream().allMatch(MeasuredResponses::isEmpty)
        ? OF_PERIOD
        : OF_RESPONSE;
  }

  /** What lateness is held against; empty where it was not recorded. */
  abstract Optional<Double> scaleNs(
      Evidence.MeasuredProcess load, MeasuredTicks ticks, Evidence evidence);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.loads()) {
      MeasuredTicks ticks =
          evidence.ticks().getOrDefault(load.id(), MeasuredTicks.none(load.window()));
      Optional<Double> scaleNs = scaleNs(load, ticks, evidence);
      if (ticks.of(TickMetric.DRIFT).isEmpty() || scaleNs.isEmpty()) {
        return Finding.withoutEvidence(
            checkName, LIMIT, load.id() + " recorded no ticks in the measured time");
      }
      shares.put(load.id(), ticks.of(TickMetric.DRIFT).quantileNs(0.99) / scaleNs.get());
    }
    return Finding.ofWorst(
        checkName,
        LIMIT,
        Worst.greatest(shares),
        worst ->
            "one in a hundred of %s's own ticks was late by %s of %s or more"
                .formatted(worst.of(), Units.share(worst.value()), scale),
        "Give the load process more CPU, or offer less load.",
        "no block was measured");
  }
}
