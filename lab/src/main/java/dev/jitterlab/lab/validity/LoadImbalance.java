package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import java.util.LinkedHashMap;
import java.util.Map;

/** Did every server answer the same load? The thesis throws out trials beyond 5 % of the mean. */
final class LoadImbalance implements Check {
  private static final String NAME = "load_imbalance_ratio";
  private static final Limit LIMIT = new Limit(0.05, 0.05);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> answered = LoadRates.of(LoadRates.ANSWERED, evidence);
    double mean = answered.values().stream().mapToDouble(rate -> rate).average().orElse(0);
    if (!LoadRates.covers(answered, evidence) || mean <= 0) {
      return Finding.withoutEvidence(NAME, LIMIT, LoadRates.MISSING);
    }
    Map<String, Double> deviations = new LinkedHashMap<>();
    answered.forEach((id, rate) -> deviations.put(id, Math.abs(rate - mean) / mean));
    Worst worst = Worst.greatest(deviations).orElseThrow();
    return Finding.graded(
        NAME,
        worst.value(),
        LIMIT,
        "%s answered %s requests a second, %s off the mean of %s"
            .formatted(
                worst.of(),
                Units.number(answered.get(worst.of())),
                Units.share(worst.value()),
                Units.number(mean)),
        "Offer less load, so that the slowest group can answer all of it.");
  }
}
