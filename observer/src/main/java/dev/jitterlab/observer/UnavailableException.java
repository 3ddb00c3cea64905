package dev.jitterlab.observer;

import java.io.IOException;

/**
 * This machine lacks something that the options ask for, such as a right or a program. The message
 * names it and the remedy. The process then ends with {@link #EXIT_STATUS}, upon which a run goes
 * on without the group (docs/ARCHITECTURE.md).
 */
public final class UnavailableException extends IOException {
  /** BSD's EX_UNAVAILABLE. */
  public static final int EXIT_STATUS = 69;

  private static final long serialVersionUID = 1;

  /** Says what is missing, and the remedy. */
  public UnavailableException(String message) {
    super(message);
  }
}
