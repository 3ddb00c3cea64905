package dev.jitterlab.aggregator.door;

/** A request that is refused. Without a stack trace: whoever sends bad requests sends many. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final RequestRefusal refusal;
  private final transient Answer answer;

  /**
   * Creates it.
   *
   * @param message what is wrong, without anything that the client sent
   */
  public RefusedException(RequestRefusal refusal, String message) {
    this(refusal, message, Answer.words(refusal.status(), message));
  }

  private RefusedException(RequestRefusal refusal, String message, Answer answer) {
    super(message, null, false, false);
    this.refusal = refusal;
    this.answer = answer;
  }

  /**
   * Returns the same, with a cookie for the client.
   *
   * @param cookie as in {@code Set-Cookie}
   */
  public RefusedException withCookie(String cookie) {
    return new RefusedException(refusal, getMessage(), answer.withCookie(cookie));
  }

  /**
   * Returns a refusal of the request's method.
   *
   * @param allowed the methods that the page knows, as in {@code Allow}, which such an answer must
   *     have (RFC 9110, 15.5.6)
   */
  public static RefusedException ofMethod(String message, String allowed) {
    RequestRefusal refusal = RequestRefusal.METHOD;
    return new RefusedException(
        refusal, message, Answer.words(refusal.status(), message).withAllowed(allowed));
  }

  /** Returns the answer to the client. */
  Answer answer() {
    return answer;
  }

  /** Returns the reason. */
  public RequestRefusal refusal() {
    return refusal;
  }
}
