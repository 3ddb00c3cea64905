package dev.jitterlab.business.trade;

/** The store does not answer as it should. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates it. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
