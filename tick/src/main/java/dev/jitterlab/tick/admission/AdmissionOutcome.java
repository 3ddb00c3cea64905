package dev.jitterlab.tick.admission;

/** What an {@link AdmissionGovernor} answered, and why. */
public enum AdmissionOutcome {
  /** The task may start. */
  GRANTED("granted"),
  /** With it, the workers would have more to do than the limit. */
  UTILISATION("utilisation"),
  /** Too many of the recent ticks started late. */
  DRIFT("drift"),
  /** Recent periods had no tick. */
  MISSED_PERIODS("missed-periods"),
  /** Nothing was measured yet that tells what a tick takes, and one task was let in to find out. */
  UNMEASURED("unmeasured");

  private final String label;

  AdmissionOutcome(String label) {
    this.label = label;
  }

  /** Returns the name that metrics use. */
  public String label() {
    return label;
  }
}
