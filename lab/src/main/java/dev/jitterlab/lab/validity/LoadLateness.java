package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.DistributionSum;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.util.LinkedHashMap;
import java.util.List;
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
   * one, they are the generator's own. Where servers take turns, the response times of each one
   * count by themselves. A block in which nobody answered has none, and says nothing: a server that
   * hangs must not keep the other blocks from being judged.
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
      List<Sending> known =
          sendings(load, evidence).stream().filter(this::hasTimesOfItsOwn).toList();
      if (known.isEmpty()) {
        return withoutEvidence(load.id() + " recorded no times of its own in the measured time");
      }
      for (Sending sending : known) {
        sending
            .scaleNs()
            .ifPresent(ns -> shares.put(sending.of(), sending.drift().quantileNs(0.99) / ns));
      }
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

  /**
   * What a load process sent.
   *
   * @param of the load process, and for which server if it loaded one at a time
   * @param drift how late it was
   * @param scaleNs what that can spoil; empty where it is not known
   */
  private record Sending(String of, Distribution drift, Optional<Double> scaleNs) {}

  /**
   * A server that was sent nothing in its slices says nothing of how late the load was for others.
   */
  private boolean hasTimesOfItsOwn(Sending sending) {
    return !sending.drift().isEmpty() && (this != OF_PERIOD || sending.scaleNs().isPresent());
  }

  /**
   * One for all servers of a block, because a generator that loads them at once is as late for all.
   * Where servers take turns it may be late by the fault of one of them, and there is one for each.
   */
  private List<Sending> sendings(Evidence.MeasuredProcess load, Evidence evidence) {
    MeasuredTicks ticks =
        evidence.ticks().getOrDefault(load.id(), MeasuredTicks.none(load.windows()));
    List<Evidence.MeasuredProcess> servers =
        evidence.servers().stream().filter(server -> server.block() == load.block()).toList();
    if (servers.stream().noneMatch(evidence::hasSlices)) {
      return List.of(
          new Sending(load.id(), ticks.of(TickTime.DRIFT), scaleNs(ticks, servers, evidence)));
    }
    return servers.stream()
        .map(
            server ->
                new Sending(
                    load.id() + " for " + server.id(),
                    drift(load, server.windows()),
                    scaleNs(ticks, List.of(server), evidence)))
        .toList();
  }

  private static Distribution drift(Evidence.MeasuredProcess load, MeasuredWindows windows) {
    DistributionSum drift = new DistributionSum();
    RunTicks.log(load.folder())
        .ifPresent(
            log ->
                TickLog.forEachWithin(
                    log, TickTime.DRIFT, windows, line -> drift.add(line.values())));
    return drift.sum();
  }

  private Optional<Double> scaleNs(
      MeasuredTicks ticks, List<Evidence.MeasuredProcess> servers, Evidence evidence) {
    return this == OF_PERIOD ? periodNs(ticks) : fastestResponseNs(servers, evidence);
  }

  private static Optional<Double> periodNs(MeasuredTicks ticks) {
    return ticks.of(TickTime.TOTAL).isEmpty()
        ? Optional.empty()
        : Optional.of((double) ticks.of(TickTime.TOTAL).quantileNs(0.5));
  }

  private static Optional<Double> fastestResponseNs(
      List<Evidence.MeasuredProcess> servers, Evidence evidence) {
    return servers.stream()
        .map(server -> evidence.responses(server.id()))
        .map(responses -> responses.of(ResponseMetric.RESPONSE))
        .filter(responses -> !responses.isEmpty())
        .map(responses -> (double) responses.quantileNs(0.99))
        .min(Double::compare);
  }
}
