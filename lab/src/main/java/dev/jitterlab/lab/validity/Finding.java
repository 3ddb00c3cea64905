package dev.jitterlab.lab.validity;

import java.util.Optional;
import java.util.function.Function;

/**
 * The outcome of one check.
 *
 * @param name the check, such as {@code load_imbalance_ratio}
 * @param value what was measured; empty where there was no evidence
 * @param limit what is still valid
 * @param status what that makes of the trial
 * @param why the finding in words, without a full stop
 * @param remedy what to do about it, a sentence; empty where nothing need be done
 */
public record Finding(
    String name, Optional<Double> value, double limit, Status status, String why, String remedy) {

  static Finding graded(String name, double value, Limit limit, String why, String remedy) {
    Status status = limit.grade(value);
    return new Finding(
        name, Optional.of(value), limit.valid(), status, why, status == Status.VALID ? "" : remedy);
  }

  /**
   * Graded by the worst of several figures.
   *
   * @param worst empty where there was no evidence
   * @param why the worst figure in words
   * @param missing what there was no evidence of
   */
  static Finding ofWorst(
      String name,
      Limit limit,
      Optional<Worst> worst,
      Function<Worst, String> why,
      String remedy,
      String missing) {
    return worst
        .map(found -> graded(name, found.value(), limit, why.apply(found), remedy))
        .orElseGet(() -> withoutEvidence(name, limit, missing));
  }

  /** This machine does not show it. */
  static Finding unseen(String name, Limit limit, String why) {
    return new Finding(name, Optional.empty(), limit.valid(), Status.UNSEEN, why, "");
  }

  /** No evidence is not "no problem". */
  static Finding withoutEvidence(String name, Limit limit, String missing) {
    return new Finding(
        name, Optional.empty(), limit.valid(), Status.WEAK, "no evidence: " + missing, "");
  }
}
