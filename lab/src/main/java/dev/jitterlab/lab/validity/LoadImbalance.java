package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.PlannedLoad;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.Map;

/**
 * The thesis throws out trials in which a server's load is beyond 5 % of the mean. Load is judged
 * against the plan: what servers answered is what they did. The clients of a closed model have no
 * plan: each takes what it gets, and they are not asked about. Nor is a load that looks for the
 * greatest rate of each server.
 */
final class LoadImbalance extends Check {
  LoadImbalance() {
    super(
        Question.of(
                "load_imbalance_ratio", Unit.RATIO, "Did the plan give all servers the same load?")
            .from(Dependence.PLAN)
            .limit(LoadDeviation.LIMIT, LoadDeviation.LIMIT)
            .needs(LoadRates.MISSING, Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad()
        && !ClosedModel.isUsed(evidence)
        && !evidence.isLoadTooMuchOnPurpose();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, PlannedLoad> planned = LoadRates.plannedLoads(evidence);
    LoadDeviation balance = new LoadDeviation(planned);
    if (!LoadRates.covers(planned, evidence) || balance.mean() <= 0) {
      return unknown();
    }
    String worst = balance.worst();
    return graded(
        balance.deviation(worst),
        "%s should have got %s requests a second, %s off the mean of %s"
                .formatted(
                    worst,
                    Units.number(planned.get(worst).perSecond()),
                    Units.share(balance.deviation(worst)),
                    Units.number(balance.mean()))
            + repeated(evidence),
        "Give every server the same load: as many players, at the same rate. Random arrivals (model:"
            + " poisson) differ by chance: measure longer, or choose model: constant.");
  }

  private static String repeated(Evidence evidence) {
    int repetitions = evidence.state().timesRepeated();
    return repetitions == 0
        ? ""
        : ", after %d of at most %d repetitions"
            .formatted(repetitions, evidence.plan().safeguards().repeats());
  }
}
