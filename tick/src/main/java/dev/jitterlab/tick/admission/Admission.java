package dev.jitterlab.tick.admission;

/** The answer of an {@link AdmissionGovernor}. Immutable. */
public final class Admission {
  private final AdmissionOutcome outcome;
  private final String reason;

  Admission(AdmissionOutcome outcome, String reason) {
    this.outcome = outcome;
    this.reason = reason;
  }

  /** Returns whether the task may start. */
  public boolean isGranted() {
    return outcome == AdmissionOutcome.GRANTED;
  }

  /** Returns the answer and, if it is no, what spoke against it. */
  public AdmissionOutcome outcome() {
    return outcome;
  }

  /** Returns the reason in words, with what was found and what the limit is. */
  public String reason() {
    return reason;
  }

  @Override
  public String toString() {
    return (isGranted() ? "yes: " : "no: ") + reason;
  }
}
