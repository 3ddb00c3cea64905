package dev.jitterlab.battle.recording;

/** What became of the recording of a battle. */
public enum RecordingOutcome {
  /** It is complete. */
  WRITTEN("written"),
  /** The server had recorded as many battles as it may. */
  SKIPPED("skipped"),
  /** It grew too large, or writing was slower than playing. */
  ABANDONED("abandoned"),
  /** The disk took no more. */
  FAILED("failed");

  private final String label;

  RecordingOutcome(String label) {
    this.label = label;
  }

  /** Returns the name for metrics. */
  public String label() {
    return label;
  }
}
