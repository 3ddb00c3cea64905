package dev.jitterlab.aggregator.door;

/** A request that is refused. Without a stack trace: whoever sends bad requests sends many. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final RequestRefusal refusal;
  private final String cookie;

  /**
   * Creates it.
   *
   * @param message what is wrong, without anything that the client sent
   */
  public RefusedException(RequestRefusal refusal, String message) {
    this(refusal, message, null);
  }

  /**
   * Creates it.
   *
   * @param cookie for the client, as in {@code Set-Cookie}; null for none
   */
  public RefusedException(RequestRefusal refusal, String message, String cookie) {
    super(message, null, false, false);
    this.refusal = refusal;
    this.cookie = cookie;
  }

  /** Returns the answer to the client. */
  Answer answer() {
    Answer words = Answer.words(refusal.status(), getMessage());
    return cookie == null ? words : words.withCookie(cookie);
  }

  /** Returns the reason. */
  public RequestRefusal refusal() {
    return refusal;
  }
}
