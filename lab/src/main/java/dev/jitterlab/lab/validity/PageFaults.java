package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Pages that a server had to wait for, because they were on the disk. */
final class PageFaults extends Check {
  PageFaults() {
    super(
        Question.of(
                "server_major_faults_per_second",
                Unit.NUMBER,
                "Did the servers find their pages in memory, without waiting for the disk?")
            .from(Dependence.OUTCOME)
            .limit(1, Double.MAX_VALUE)
            .needs(Swapping.MISSING, Kind.SAMPLES));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> faults = new LinkedHashMap<>();
    evidence
        .servers()
        .forEach(
            server -> perSecond(server, evidence).ifPresent(rate -> faults.put(server.id(), rate)));
    return greatest(
        faults,
        worst ->
            "%s waited %s times a second for a page from the disk"
                .formatted(worst.of(), Units.number(worst.value())),
        Swapping.REMEDY);
  }

  /** Major faults of a process. */
  static Optional<Double> perSecond(Evidence.MeasuredProcess process, Evidence evidence) {
    return evidence
        .increase(process.id(), LabMetrics.MAJOR_FAULTS, null, process.windows())
        .map(count -> count / process.windows().seconds());
  }
}
