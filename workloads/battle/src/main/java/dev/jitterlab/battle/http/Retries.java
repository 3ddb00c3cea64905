package dev.jitterlab.battle.http;

import java.time.Duration;

/**
 * How often and after what a request is sent again: when no answer came, or 503. The pause doubles
 * from one attempt to the next. Sent again may mean done twice: only for requests that bear it.
 * Immutable and thread-safe.
 */
public final class Retries {
  private static final Retries NONE = new Retries(1, Duration.ZERO);
  private static final int MAX_DOUBLINGS = 5;

  final int attempts;
  private final Duration pause;

  private Retries(int attempts, Duration pause) {
    this.attempts = attempts;
    this.pause = pause;
  }

  /** One attempt. */
  public static Retries none() {
    return NONE;
  }

  /**
   * Up to that many attempts in all.
   *
   * @param firstPause the pause before the second; the longest is 32 times that
   */
  public static Retries upTo(int attempts, Duration firstPause) {
    return new Retries(attempts, firstPause);
  }

  /** The pause after that many failed attempts, in milliseconds. */
  long pauseMillis(int failed) {
    return pause.toMillis() << Math.min(failed - 1, MAX_DOUBLINGS);
  }
}
