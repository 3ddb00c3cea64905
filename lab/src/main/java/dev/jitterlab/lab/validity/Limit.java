package dev.jitterlab.lab.validity;

/**
 * Grades a figure. Immutable. Both bounds belong to the better side.
 *
 * @param valid the bound of what is still valid
 * @param weak the bound of what is still weak
 */
public record Limit(double valid, double weak) {
  /** Of a figure that should be small: {@code valid <= weak}. Else it should be great. */
  private boolean fromAbove() {
    return valid <= weak;
  }

  /** What that figure makes of the trial. */
  public Status grade(double value) {
    if (fromAbove() ? value <= valid : value >= valid) {
      return Status.VALID;
    }
    return (fromAbove() ? value <= weak : value >= weak) ? Status.WEAK : Status.INVALID;
  }
}
