package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.Map;

/** Did every server answer the same load? The thesis throws out trials beyond 5 % of the mean. */
final class LoadImbalance implements Check {
  private static final String NAME = "load_imbalance_ratio";
  private static final Limit LIMIT = new Limit(LoadDeviation.LIMIT, LoadDeviation.LIMIT);

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> answered = LoadRates.of(LoadRates.ANSWERED, evidence);
    LoadDeviation balance = new LoadDeviation(answered);
    if (!LoadRates.covers(answered, evidence) || balance.mean() <= 0) {
      return Finding.withoutEvidence(NAME, LIMIT, LoadRates.MISSING);
    }
    String worst = balance.worst();
    return Finding.graded(
        NAME,
        balance.deviation(worst),
        LIMIT,
        "%s answered %s requests a second, %s off the mean of %s"
                .formatted(
                    worst,
                    Units.number(answered.get(worst)),
                    Units.share(balance.deviation(worst)),
                    Units.number(balance.mean()))
            + repeated(evidence),
        "Offer less load, so that the slowest group can answer all of it.");
  }

  private static String repeated(Evidence evidence) {
    int repetitions = evidence.state().repetitions().size();
    return repetitions == 0
        ? ""
        : ", after %d of at most %d repetitions of a block"
            .formatted(repetitions, evidence.plan().safeguards().repeats());
  }
}
