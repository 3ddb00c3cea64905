package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.Outcomes.AgainstItself;

/**
 * The A/A comparison. A method that can be trusted finds no difference between the baseline and
 * itself, but for one trial in twenty.
 */
public final class BaselineAgainstItself extends Check {
  private static final String ID = "baseline_against_itself_chance";
  private static final double LEVEL = 0.05;

  BaselineAgainstItself() {
    super(
        Question.of(ID, Unit.NUMBER, "Are the baseline and its repetition alike?")
            .from(Dependence.OUTCOME)
            .limit(LEVEL, 0)
            .as(Role.CALIBRATION)
            .needs("the repeated baseline has no interval", Kind.BASELINE_AGAINST_ITSELF));
  }

  /** Whether a finding is the one of this comparison. */
  public static boolean isItself(Finding finding) {
    return isItself(finding.name());
  }

  /** Whether a check of that name is this comparison. */
  public static boolean isItself(String name) {
    return name.equals(ID);
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().analysis().calibration() != null;
  }

  @Override
  protected Finding unknown(Evidence evidence) {
    return withoutEvidence(evidence.plan().analysis().calibration() + " has no interval");
  }

  @Override
  protected Finding examine(Evidence evidence) {
    AgainstItself itself = evidence.outcomes().orElseThrow().baselineAgainstItself().orElseThrow();
    double pValue = itself.ratio().pValue().orElseThrow();
    RatioEstimate.Interval interval = itself.ratio().interval().orElseThrow();
    return graded(
        pValue,
        "the baseline, measured twice, %s: %s, a ratio of %s (95 %% interval %s to %s)"
            .formatted(
                pValue < LEVEL ? "differs from itself" : "does not differ from itself",
                itself.metric(),
                Units.ratio(itself.ratio().ratio()),
                Units.ratio(interval.low()),
                Units.ratio(interval.high())),
        "Chance does this in one trial of twenty. If it happens again, the order or the neighbours"
            + " cause the differences, not the groups.");
  }
}
