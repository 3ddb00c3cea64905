package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Figures under less load than the plan had are no better figures. A load that looks for the
 * greatest rate is too much on purpose, and is not asked.
 */
final class AchievedLoad extends Check {
  /**
   * What the load processes sent: their own limit. A server that holds their connections open can
   * reach it, too, so the trial is invalid only where no server got its load.
   */
  static final Check SENT =
      new AchievedLoad(
          "load_sent_ratio",
          "Did the load processes send all that they should have?",
          LoadRates::sentShares,
          0.95,
          "sent to",
          "Give the load process more CPU, or offer less load.");

  /**
   * What the servers acknowledged: the servers' and the network's limit. It is held against the
   * plan, and never makes a trial invalid: a server that does not answer must not take its figures
   * away.
   */
  static final Check ANSWERED =
      new AchievedLoad(
          "load_answered_ratio",
          "Did the servers answer all that they should have?",
          LoadRates::answeredShares,
          0,
          "answered by",
          "Offer less load; the servers are overloaded.");

  private final Function<Evidence, Map<String, Double>> sharesOf;
  private final String verb;
  private final String remedy;

  private AchievedLoad(
      String id,
      String words,
      Function<Evidence, Map<String, Double>> sharesOf,
      double weak,
      String verb,
      String remedy) {
    super(
        Question.of(id, Unit.RATIO, words)
            .from(Dependence.OUTCOME)
            .limit(0.99, weak)
            .needs(LoadRates.MISSING, Kind.SAMPLES));
    this.sharesOf = sharesOf;
    this.verb = verb;
    this.remedy = remedy;
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().hasLoad() && !evidence.isLoadTooMuchOnPurpose();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, Double> shares = sharesOf.apply(evidence);
    Optional<Worst> least =
        LoadRates.covers(shares, evidence) ? Worst.least(shares) : Optional.empty();
    return worstOfLoad(
        shares,
        least,
        worst ->
            "at worst, %s of the offered load was %s %s"
                .formatted(Units.share(worst.value()), verb, worst.of()),
        remedy);
  }
}
