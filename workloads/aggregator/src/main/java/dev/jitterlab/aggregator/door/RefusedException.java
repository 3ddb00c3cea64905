package dev.jitterlab.aggregator.door;

/** A request that is refused. Without a stack trace: whoever sends bad requests sends many. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final RequestRefusal refusal;

  /**
   * Creates it.
   *
   * @param message what is wrong, without anything that the client sent
   */
  public RefusedException(RequestRefusal refusal, String message) {
    super(message, null, false, false);
    this.refusal = refusal;
  }

  /** Returns the reason. */
  public RequestRefusal refusal() {
    return refusal;
  }
}
