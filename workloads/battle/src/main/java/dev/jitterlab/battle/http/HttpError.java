package dev.jitterlab.battle.http;

/**
 * What a handler throws, or completes its answer with, to refuse a request: it becomes {@code
 * {"error": message}} with that status. The message says what was found, what was expected, and the
 * remedy. It has no stack trace, since who sends nonsense decides how often one is made.
 */
public final class HttpError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * Creates an error.
   *
   * @param status 400 to 599
   */
  public HttpError(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }
}
