package dev.jitterlab.lab.validity;

import java.util.Locale;

/** How far the figures of a trial may be trusted; in ascending order of doubt. */
public enum Status {
  /** The check found nothing wrong. */
  VALID,
  /** The figures may be used with care, or the check had no evidence. */
  WEAK,
  /** The figures must not be used. */
  INVALID;

  /** The word in summary.json. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The more doubtful of the two. */
  public Status worse(Status other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
