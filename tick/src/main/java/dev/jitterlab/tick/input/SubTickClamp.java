package dev.jitterlab.tick.input;

/** Why a {@link SubTick.Client} did not take a claim as it was. */
public enum SubTickClamp {
  /** The claim was no time at all: a negative tick, or a fraction that is none. */
  MALFORMED("malformed"),
  /** It was later than the reception. */
  FUTURE("future"),
  /** It was further before the reception than is trusted. */
  UNTRUSTED("untrusted"),
  /** It was before an earlier input of the same client. */
  REORDERED("reordered"),
  /** The input came too late for its own tick, and is put at the start of this one. */
  BEFORE_TICK("before-tick"),
  /** It is from after this tick was due, and is put at its end. */
  AFTER_TICK("after-tick");

  private final String label;

  SubTickClamp(String label) {
    this.label = label;
  }

  /** Returns the name for metrics. */
  public String label() {
    return label;
  }
}
