package dev.jitterlab.load;

import java.util.Locale;

/** What became of a request whose answer is awaited. */
public enum RequestOutcome {
  /** Answered in full. */
  OK,
  /** Answered with a status that says it failed. */
  REFUSED,
  /** Answered, but not as the step of the journey expects. */
  WRONG,
  /** Not answered in time; its response time is at least what was waited. */
  TIMEOUT,
  /** Neither: no connection, or one that broke. */
  FAILED,
  /** Due and never sent, because too many were under way. */
  OVERFLOW,
  /** Never due, because its journey broke off at an earlier step. */
  UNREACHED;

  /** Returns the value of the label {@code outcome}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether such a request has a response time. */
  boolean hasTime() {
    return this == OK || this == TIMEOUT;
  }
}
