package dev.jitterlab.chat.wire;

/** A client sent what the server does not take; its connection ends. */
public final class BadFrameException extends Exception {
  private static final long serialVersionUID = 1;

  private final Denial why;

  /** Says what is wrong. */
  public BadFrameException(Denial why, String message) {
    super(message, null, false, false);
    this.why = why;
  }

  /** Returns why. */
  public Denial why() {
    return why;
  }
}
