package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Did the cores run as fast in every block? A core that got hot, or was allowed a boost, makes one
 * block faster than another; groups of the same block are alike.
 */
final class Frequency implements Check {
  private static final String NAME = "cpu_frequency_change_ratio";
  private static final Limit LIMIT = new Limit(0.05, Double.MAX_VALUE);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> hertz = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                evidence
                    .mean(LabMetrics.MACHINE, LabMetrics.CPU_HERTZ, window)
                    .ifPresent(mean -> hertz.put("block " + block, mean)));
    if (hertz.isEmpty()) {
      return Finding.unseen(
          NAME, LIMIT, "the cores' frequency cannot be seen here, as in most virtual machines");
    }
    double mean = hertz.values().stream().mapToDouble(value -> value).average().orElseThrow();
    Map<String, Double> changes = new LinkedHashMap<>();
    hertz.forEach((block, value) -> changes.put(block, Math.abs(value - mean) / mean));
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(changes),
        worst ->
            "the cores' mean frequency in %s was %s off that of all blocks"
                .formatted(worst.of(), Units.share(worst.value())),
        "Set the governor to performance, switch boost off, and let the machine cool between runs.",
        "no block was measured");
  }
}
