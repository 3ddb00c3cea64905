package dev.jitterlab.aggregator.basket;

/**
 * The baskets did not make a change, because there is too much of something. Without a stack trace:
 * in an overload there are many.
 */
public final class BasketsBusyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BasketsBusyException(String message) {
    super(message, null, false, false);
  }
}
