package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Evidence.MeasuredProcess;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the load goes from server to server, those that rest are neighbours of the one that works.
 * What they use while it is measured counts together, as a share of one core, for two small ones
 * disturb as one that is twice as large.
 */
final class RestingServers extends WorstBlock {
  RestingServers() {
    super(
        Question.of(
                "resting_servers_cpu_ratio",
                Unit.RATIO,
                "Did servers that had no turn leave the CPUs to the one that had it?")
            .from(Dependence.OUTCOME)
            .limit(0.05, Double.MAX_VALUE)
            .needs("the CPU time of the servers was not sampled", Kind.SAMPLES),
        "Servers that work without load cannot rest: set `execution: alternate`.");
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().blocks().stream().anyMatch(block -> block.rotation() != null);
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows measured, Evidence evidence) {
    Map<String, Double> used = used(block, evidence);
    return used.isEmpty()
        ? Optional.empty()
        : Optional.of(
            used.values().stream().mapToDouble(seconds -> seconds).sum() / measured.seconds());
  }

  /** Server id to the CPU seconds that it used while others were measured. */
  private static Map<String, Double> used(int block, Evidence evidence) {
    List<MeasuredProcess> servers =
        evidence.servers().stream().filter(server -> server.block() == block).toList();
    Map<String, Double> used = new LinkedHashMap<>();
    for (MeasuredProcess resting : servers) {
      for (MeasuredProcess working : servers) {
        if (!working.id().equals(resting.id())) {
          cpuSeconds(resting, working.windows(), evidence)
              .ifPresent(seconds -> used.merge(resting.id(), seconds, Double::sum));
        }
      }
    }
    return used;
  }

  /** Those of all that it has started, too: they disturb as it does. */
  private static Optional<Double> cpuSeconds(
      MeasuredProcess server, MeasuredWindows windows, Evidence evidence) {
    return Stream.of(LabMetrics.SESSION_CPU, LabMetrics.PROCESS_CPU)
        .flatMap(metric -> evidence.increase(server.id(), metric, null, windows).stream())
        .max(Double::compare);
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    int block = Integer.parseInt(worst.of().substring("block ".length()));
    return "while one server of %s was measured, the others used %s of a core together"
            .formatted(worst.of(), Units.share(worst.value()))
        + Worst.greatest(used(block, evidence)).map(most -> ", most of it " + most.of()).orElse("");
  }
}
