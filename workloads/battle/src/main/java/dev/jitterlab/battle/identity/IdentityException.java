package dev.jitterlab.battle.identity;

/** An identity that is not believed; the message says why. Has no stack trace. */
public final class IdentityException extends Exception {
  private static final long serialVersionUID = 1;

  IdentityException(String message) {
    super(message, null, false, false);
  }
}
