package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A core that got hot, or was allowed a boost, makes one block faster than another; groups of the
 * same block are alike.
 */
final class Frequency extends Check {
  Frequency() {
    super(
        Question.of(
                "cpu_frequency_change_ratio",
                Unit.RATIO,
                "Did the cores run as fast in every block?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(0.05, Double.MAX_VALUE)
            .shownBy(
                "the cores' frequency cannot be seen here, as in most virtual machines",
                Kind.SAMPLES));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> hertz = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                evidence
                    .mean(LabMetrics.MACHINE, LabMetrics.CPU_HERTZ, window)
                    .ifPresent(mean -> hertz.put("block " + block, mean)));
    double mean = hertz.values().stream().mapToDouble(value -> value).average().orElse(0);
    Map<String, Double> changes = new LinkedHashMap<>();
    hertz.forEach((block, value) -> changes.put(block, Math.abs(value - mean) / mean));
    return greatest(
        changes,
        worst ->
            "the cores' mean frequency in %s was %s off that of all blocks"
                .formatted(worst.of(), Units.share(worst.value())),
        "Set the governor to performance, turn boost off, and let the machine cool down between"
            + " runs.");
  }
}
