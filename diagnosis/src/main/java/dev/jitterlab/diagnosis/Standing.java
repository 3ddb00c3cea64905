package dev.jitterlab.diagnosis;

/** How far a cause, or a finding, is known to be the reason of lateness. */
public enum Standing {
  /** It happened while something was late. */
  SEEN("seen in the window"),
  /** Over the run, there was more lateness where there was more of it. */
  DOSE("follows the dose over the run"),
  /** A trial took it away, and less was late. */
  PROVED("proved by an intervention"),
  /** A trial took it away, and as much was late. */
  REFUTED("refuted by an intervention");

  private final String words;

  Standing(String words) {
    this.words = words;
  }

  /** Its words in causes.json. */
  public String words() {
    return words;
  }
}
