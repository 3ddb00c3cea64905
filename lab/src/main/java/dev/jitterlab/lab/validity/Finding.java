package dev.jitterlab.lab.validity;

import java.util.Optional;

/**
 * The outcome of one check. Immutable.
 *
 * @param name the check, such as {@code load_imbalance_ratio}
 * @param value what was measured, in base units; empty where there was no evidence
 * @param limit what is still valid
 * @param status what that makes of the trial
 * @param why the finding in words, without a full stop
 * @param remedy what to do about it, a sentence; empty where nothing need be done
 */
public record Finding(
    String name, Optional<Double> value, double limit, Status status, String why, String remedy) {
  /** Leaves out the remedy where nothing is wrong. */
  public Finding {
    remedy = status == Status.VALID ? "" : remedy;
  }
}
