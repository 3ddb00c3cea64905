package dev.jitterlab.lab.statistics;

/** What is known of a figure, or of a ratio of two: itself, or a bound of it. */
public enum Censoring {
  /** It is the figure. */
  NONE,
  /** The true figure is at least as great. */
  AT_LEAST,
  /** The true figure is smaller. */
  BELOW,
  /** Nothing is known. */
  UNKNOWN;

  /** Of what is bounded in both ways. */
  public Censoring and(Censoring other) {
    return this == NONE || this == other ? other : other == NONE ? this : UNKNOWN;
  }

  /** Of the ratio of a figure to another one. */
  public Censoring over(Censoring other) {
    return and(other.inverse());
  }

  /** Of one divided by the figure. */
  public Censoring inverse() {
    return switch (this) {
      case AT_LEAST -> BELOW;
      case BELOW -> AT_LEAST;
      case NONE, UNKNOWN -> this;
    };
  }
}
