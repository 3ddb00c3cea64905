package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.Map;

/**
 * The thesis throws out trials in which a server's load is beyond 5 % of the mean. The clients of a
 * closed model each take what they get: unequal loads are its result, and are not asked about.
 */
final class LoadImbalance extends Check {
  LoadImbalance() {
    super(
        Question.of("load_imbalance_ratio", Unit.RATIO, "Did every server answer the same load?").from(Dependence.PLAN)
            .limit(LoadDeviation.LIMIT, LoadDeviation.LIMIT)
            .needs(LoadRates.MISSING, Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad() && !ClosedModel.isUsed(evidence);
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> answered = LoadRates.of(LoadRates.ANSWERED, evidence);
    LoadDeviation balance = new LoadDeviation(answered);
    if (!LoadRates.covers(answered, evidence) || balance.mean() <= 0) {
      return unknown();
    }
    String worst = balance.worst();
    return graded(
        balance.deviation(worst),
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
