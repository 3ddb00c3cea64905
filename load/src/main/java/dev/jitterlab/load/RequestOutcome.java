package dev.jitterlab.load;

/** What became of a request whose answer is awaited. */
public enum RequestOutcome {
  /** Answered in full. */
  OK("ok"),
  /** Answered with a status that says it failed. */
  REFUSED("refused"),
  /** Answered, but not as the step of the journey expects. */
  WRONG("wrong"),
  /** Not answered in time; its response time is at least what was waited. */
  TIMEOUT("timeout"),
  /** Neither: no connection, or one that broke. */
  FAILED("failed"),
  /** Due and never sent, because too many were under way. */
  OVERFLOW("overflow");

  private final String label;

  RequestOutcome(String label) {
    this.label = label;
  }

  /** Returns the value of the label {@code outcome}. */
  public String label() {
    return label;
  }
}
