package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether the load generators were as late for one group as for another. Lateness that all groups
 * share moves no comparison; {@link LoadLateness} asks only that it stays below a period.
 *
 * <p>The figure follows from what lateness does to a server that ticks. An input that comes later
 * by d than planned is taken by a later tick with the chance d / period, as the phase of a session
 * is arbitrary. So the generator's mean lateness, as a share of its period, is the share of the
 * inputs that another tick takes than the planned one. Two groups may differ in it by as much as in
 * the load itself ({@link LoadDeviation#LIMIT}).
 *
 * <p>A group may bring the difference about, such as by filling the CPUs that its generator needs.
 * So the trial is at most weak, and no figure of any group is left out.
 */
final class LoadLatenessOfGroups extends Check {
  LoadLatenessOfGroups() {
    super(
        Question.of(
                "load_drift_mean_difference_of_period_ratio",
                Unit.RATIO,
                "Were the load generators equally late for all groups?")
            .from(Dependence.OUTCOME)
            .limit(LoadDeviation.LIMIT, Double.MAX_VALUE)
            .needs("no block was measured", Kind.MEASUREMENT));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad()
        && !evidence.isLoadTooMuchOnPurpose()
        && !evidence.loads().isEmpty()
        && evidence.responses().values().stream().allMatch(MeasuredResponses::isEmpty);
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<Integer, Optional<Double>> byBlock =
        evidence.loads().stream()
            .collect(Collectors.toMap(Evidence.MeasuredProcess::block, load -> of(load, evidence)));
    Optional<Integer> silent =
        byBlock.entrySet().stream()
            .filter(block -> block.getValue().isEmpty())
            .map(Map.Entry::getKey)
            .min(Integer::compare);
    if (silent.isPresent()) {
      return withoutEvidence(
          Evidence.loadId(silent.get()) + " recorded no ticks in the measured time");
    }
    Map<String, Double> groups =
        evidence.servers().stream()
            .filter(server -> byBlock.containsKey(server.block()))
            .collect(
                Collectors.groupingBy(
                    server -> server.id().substring(0, server.id().lastIndexOf('/')),
                    TreeMap::new,
                    Collectors.averagingDouble(
                        server -> byBlock.get(server.block()).orElseThrow())));
    Worst latest = Worst.greatest(groups).orElseThrow();
    Worst earliest = Worst.least(groups).orElseThrow();
    return graded(
        latest.value() - earliest.value(),
        groups.size() == 1 || latest.value() == earliest.value()
            ? "on average the generators were late by %s of their period, for all groups"
                .formatted(Units.share(latest.value()))
            : ("on average the generators of %s were late by %s of their period, and those of %s by"
                    + " %s")
                .formatted(
                    latest.of(),
                    Units.share(latest.value()),
                    earliest.of(),
                    Units.share(earliest.value())),
        "Give the load process CPUs of its own, or use execution: blocks, in which one generator"
            + " serves all groups.");
  }

  /** The mean lateness as a share of the period, which is the median total of the ticks. */
  private static Optional<Double> of(Evidence.MeasuredProcess load, Evidence evidence) {
    MeasuredTicks ticks =
        evidence.ticks().getOrDefault(load.id(), MeasuredTicks.none(load.windows()));
    Distribution drift = ticks.of(TickTime.DRIFT);
    Distribution total = ticks.of(TickTime.TOTAL);
    return drift.isEmpty() || total.isEmpty()
        ? Optional.empty()
        : Optional.of(meanLatenessNs(drift) / total.quantileNs(0.5));
  }

  /** A tick that is early is not late. */
  private static double meanLatenessNs(Distribution drift) {
    double sum = 0;
    for (int i = 0; i < drift.size(); i++) {
      sum += (double) Math.max(0, drift.valueNsAt(i)) * drift.countAt(i);
    }
    return sum / drift.count();
  }
}
