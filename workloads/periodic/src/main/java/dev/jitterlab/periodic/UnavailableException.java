package dev.jitterlab.periodic;

/**
 * This machine lacks something that the options ask for, through no fault of theirs: a right, a
 * program. The message names it and the remedy. The process then ends with {@link #EXIT_STATUS},
 * upon which a run goes on without the group (docs/ARCHITECTURE.md).
 */
final class UnavailableException extends Exception {
  /** BSD's EX_UNAVAILABLE. */
  static final int EXIT_STATUS = 69;

  private static final long serialVersionUID = 1;

  UnavailableException(String message) {
    super(message);
  }
}
