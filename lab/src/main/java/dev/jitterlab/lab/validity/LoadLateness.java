package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The load generators' own lateness, as a share of what it can spoil. Trials whose load generators
 * record response times are asked about those, the others about the generators' period.
 */
final class LoadLateness extends Check {
  /**
   * Lateness as a share of the generator's own period, the median total of its ticks. Beyond a
   * whole one, requests of several periods come in one, and what was offered is not what the plan
   * says. Below, lateness can harm a comparison only if it is not the same for all groups: that is
   * what {@link LoadLatenessOfGroups} asks.
   */
  static final Check OF_PERIOD = new LoadLateness("period", "its period", 1);

  /**
   * Lateness as a share of the p99 of the fastest server's response times, of which it is a part:
   * they count from when a request was due. Up to a tenth, they are the servers'; beyond a whole
   * one, they are the generator's own. A block in which nobody answered has none, and says nothing:
   * a server that hangs must not keep the other blocks from being judged.
   */
  static final Check OF_RESPONSE = new LoadLateness("response", "the response times' p99", 0.1);

  private final String scale;

  private LoadLateness(String key, String scale, double valid) {
    super(
        Question.of(
                "load_drift_p99_of_" + key + "_ratio",
                Unit.RATIO,
                "Did the load generators send in time, against " + scale + "?")
            .titled("Lateness of the load generators")
            .from(Dependence.OUTCOME)
            .limit(valid, 1)
            .needs("no block was measured", Kind.MEASUREMENT));
    this.scale = scale;
  }

  @Override
  protected boolean arises(Evidence evidence) {
    boolean isWithoutResponses =
        evidence.responses().values().stream().allMatch(MeasuredResponses::isEmpty);
    return evidence.plan().hasLoad() && isWithoutResponses == (this == OF_PERIOD);
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess load : evidence.loads()) {
      MeasuredTicks ticks =
          evidence.ticks().getOrDefault(load.id(), MeasuredTicks.none(load.windows()));
      Optional<Double> scaleNs =
          this == OF_PERIOD ? periodNs(ticks) : fastestResponseNs(load, evidence);
      if (ticks.of(TickTime.DRIFT).isEmpty() || (this == OF_PERIOD && scaleNs.isEmpty())) {
        return withoutEvidence(load.id() + " recorded no times of its own in the measured time");
      }
      scaleNs.ifPresent(
          ns -> shares.put(load.id(), ticks.of(TickTime.DRIFT).quantileNs(0.99) / ns));
    }
    if (shares.isEmpty() && !evidence.loads().isEmpty()) {
      return withoutEvidence("no server answered in the measured time");
    }
    return worstOfLoad(
        shares,
        Worst.greatest(shares),
        worst ->
            "one in a hundred requests of %s went out late, by %s of %s or more"
                .formatted(worst.of(), Units.share(worst.value()), scale),
        "Give the load process more CPU, or offer less load.");
  }

  private static Optional<Double> periodNs(MeasuredTicks ticks) {
    return ticks.of(TickTime.TOTAL).isEmpty()
        ? Optional.empty()
        : Optional.of((double) ticks.of(TickTime.TOTAL).quantileNs(0.5));
  }

  private static Optional<Double> fastestResponseNs(
      Evidence.MeasuredProcess load, Evidence evidence) {
    return evidence.servers().stream()
        .filter(server -> server.block() == load.block())
        .map(server -> evidence.responses(server.id()))
        .map(responses -> responses.of(ResponseMetric.RESPONSE))
        .filter(responses -> !responses.isEmpty())
        .map(responses -> (double) responses.quantileNs(0.99))
        .min(Double::compare);
  }
}
