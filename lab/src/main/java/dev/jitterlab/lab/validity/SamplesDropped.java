package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;

/** Could the lab write down all that it had sampled? */
final class SamplesDropped implements Check {
  private static final String NAME = "samples_dropped";
  private static final Limit LIMIT = new Limit(0, Double.MAX_VALUE);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> dropped = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                evidence
                    .max(LabMetrics.MACHINE, LabMetrics.SAMPLES_DROPPED, window)
                    .ifPresent(rows -> dropped.put("block " + block, rows)));
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(dropped),
        worst ->
            worst.value() == 0
                ? "every sample was written down"
                : "%s samples of %s could not be written"
                    .formatted(Units.count(Math.round(worst.value())), worst.of()),
        "The disk stalled for minutes, or is full; measure onto another one.",
        "what was dropped was not sampled");
  }
}
