package dev.jitterlab.tick;

/** A task wrote, or was about to write, what belongs to another one; see {@link Owner}. */
public final class ForeignWriteException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  ForeignWriteException(String message) {
    super(message);
  }
}
