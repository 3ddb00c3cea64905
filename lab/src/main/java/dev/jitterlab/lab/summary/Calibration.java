package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import java.util.Optional;

/**
 * The A/A comparison: the baseline against itself. A method that can be trusted finds no
 * difference, but for one trial in twenty.
 */
final class Calibration {
  private static final String NAME = "baseline_against_itself_chance";
  private static final double LEVEL = 0.05;

  private Calibration() {}

  /** Whether a finding is the one of this comparison. */
  static boolean isItself(Finding finding) {
    return finding.name().equals(NAME);
  }

  /** Judges the ratio of the group that repeats the baseline to the baseline. */
  static Finding examine(Metric metric, String group, Optional<RatioEstimate> estimate) {
    Optional<Double> pValue = estimate.flatMap(RatioEstimate::pValue);
    if (pValue.isEmpty()) {
      return new Finding(
          NAME, pValue, LEVEL, Status.WEAK, "no evidence: " + group + " has no interval", "");
    }
    boolean isFalseAlarm = pValue.get() < LEVEL;
    RatioEstimate ratio = estimate.orElseThrow();
    RatioEstimate.Interval interval = ratio.interval().orElseThrow();
    String why =
        "the baseline, measured twice, %s: %s, a ratio of %s (95 %% interval %s to %s)"
            .formatted(
                isFalseAlarm ? "differs from itself" : "does not differ from itself",
                metric.words(),
                Units.number(ratio.ratio()),
                Units.number(interval.low()),
                Units.number(interval.high()));
    return new Finding(
        NAME,
        pValue,
        LEVEL,
        isFalseAlarm ? Status.WEAK : Status.VALID,
        why,
        isFalseAlarm
            ? "Chance does that in one trial of twenty; if it happens again, the order or the"
                + " neighbours decide, not the groups."
            : "");
  }
}
