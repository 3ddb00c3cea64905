package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;

/** Did the lab itself come to sample in time? If not, the machine had no time for it. */
final class ScrapeLateness implements Check {
  private static final String NAME = "scrape_lateness_seconds";

  /** Samples carry their true time, so lateness alone does not falsify them. */
  private static final Limit LIMIT = new Limit(0.25, Double.MAX_VALUE);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> lateness = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                evidence
                    .max(LabMetrics.MACHINE, LabMetrics.SCRAPE_LATENESS, window)
                    .ifPresent(seconds -> lateness.put("block " + block, seconds)));
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(lateness),
        worst ->
            "the lab sampled up to %s late in %s"
                .formatted(Units.seconds(worst.value()), worst.of()),
        "Leave the lab some CPU: fewer instances at once, or less load.",
        "the lab's own lateness was not sampled");
  }
}
