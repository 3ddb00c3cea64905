package dev.jitterlab.lab.validity;

import java.util.Locale;

/** How far the figures of a trial may be trusted; in ascending order of doubt. */
public enum Status {
  /** The check found nothing wrong. */
  VALID,
  /** The machine does not show what the check asks for: neither good nor bad, and said so. */
  UNSEEN,
  /** The figures may be used with care, or the check had no evidence. */
  WEAK,
  /** The figures must not be used. */
  INVALID;

  /** The word in summary.json. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it makes of the trial: what no machine shows must not doubt every trial. */
  Status ofTrial() {
    return this == UNSEEN ? VALID : this;
  }

  /** The more doubtful of the two. */
  public Status worse(Status other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
