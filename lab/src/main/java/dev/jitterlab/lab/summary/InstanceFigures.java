package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.experiment.CapacityQuestion;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.LateCurve;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What one instance measured. Immutable.
 *
 * @param id the instance
 * @param block the block in which it ran
 * @param ticks its ticks in the measured time
 * @param responses its response times in the measured time
 * @param lateTicks how many ticks were late, between the samplings that bound the measurement; the
 *     first tick of a task can never be
 * @param lateTickSums what the threads of late ticks did; empty where it was not read
 * @param usage what it used and served
 * @param jitSeconds how long its compiler threads compiled
 * @param jit its deoptimisations; empty where it wrote no log of them
 * @param scraped the figures of the experiment's own metrics, by name; without those not seen
 * @param capacity the greatest load that it carried; empty where nobody asked, or nothing is known
 */
record InstanceFigures(
    String id,
    int block,
    MeasuredTicks ticks,
    MeasuredResponses responses,
    LateTicks lateTicks,
    Optional<LateTickSums> lateTickSums,
    ServerUsage usage,
    Optional<Double> jitSeconds,
    Optional<JitFigures> jit,
    Map<String, Double> scraped,
    Optional<Capacity> capacity) {

  /** The figures of a server; empty if it measured nothing that it should have. */
  static Optional<InstanceFigures> of(Evidence.MeasuredProcess server, Evidence evidence) {
    MeasuredTicks ticks =
        evidence.ticks().getOrDefault(server.id(), MeasuredTicks.none(server.window()));
    if (ticks.count() == 0
        && evidence.plan().hasTicks()
        && evidence.responses(server.id()).isEmpty()) {
      return Optional.empty();
    }
    LateTicks lateTicks = LateTicks.of(server, ticks, evidence);
    return Optional.of(
        new InstanceFigures(
            server.id(),
            server.block(),
            ticks,
            evidence.responses(server.id()),
            lateTicks,
            LateTickSums.of(server, evidence)
                .filter(sums -> sums.ticks() > 0 || !wasLate(lateTicks.late())),
            ServerUsage.of(server, evidence),
            evidence.increase(
                server.id(), "jvm_compilation_time_seconds_total", null, server.window()),
            jit(server, evidence),
            evidence
                .samples()
                .map(
                    samples ->
                        ScrapedFigures.of(server, evidence.plan().analysis().metrics(), samples))
                .orElse(Map.of()),
            capacity(server, evidence)));
  }

  private static Optional<JitFigures> jit(Evidence.MeasuredProcess server, Evidence evidence) {
    Path log = JitLog.file(server.folder());
    return Files.isRegularFile(log)
        ? Optional.of(
            JitFigures.of(
                JitLog.deoptimisations(log),
                evidence.plan().subject().tickPackages(),
                server.window()))
        : Optional.empty();
  }

  private static Optional<Capacity> capacity(Evidence.MeasuredProcess server, Evidence evidence) {
    CapacityQuestion question = evidence.plan().analysis().metrics().capacity();
    return question == null
        ? Optional.empty()
        : evidence
            .samples()
            .map(samples -> LoadLevels.read(samples, server.id(), server.window(), question))
            .flatMap(LateCurve::of)
            .map(curve -> curve.capacity(question.lateRatio()));
  }

  /** Every late tick is read; of late ticks of which none was read, nothing is known. */
  private static boolean wasLate(Map<String, Double> lateTicks) {
    return lateTicks.values().stream().anyMatch(count -> count > 0);
  }

  /** The round in which it ran: the number of the instance within its group. */
  int round() {
    return Integer.parseInt(id.substring(id.lastIndexOf('/') + 1));
  }

  /** How many ticks the late ones are a share of; without samples, how many were logged. */
  long measuredTicks() {
    return lateTicks.total().map(Math::round).orElse(ticks.count());
  }

  Distribution distribution(TickMetric metric) {
    return ticks.of(metric);
  }

  Distribution distribution(ResponseMetric metric) {
    return responses.of(metric);
  }
}
