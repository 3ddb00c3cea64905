package dev.jitterlab.aggregator.call;

import java.util.Locale;

/** How a call to a service ended. */
public enum CallOutcome {
  /** It was answered. */
  OK,
  /** The service knows no such thing: an answer, and no failure of the service. */
  NOT_FOUND,
  /** The service answered that it failed. */
  ERROR,
  /** The connection broke or could not be made. */
  BROKEN,
  /** There was no answer in time, or the service gave up as the time was over (status 504). */
  TIMEOUT,
  /** The answer was larger than allowed. */
  TOO_LARGE,
  /** The answer was not what it should be. */
  UNREADABLE,
  /** Not sent: the circuit breakers of all replicas are open. */
  BREAKER,
  /** Not sent: too many calls to the service are under way. */
  BULKHEAD;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the word in metrics. */
  public String label() {
    return label;
  }
}
