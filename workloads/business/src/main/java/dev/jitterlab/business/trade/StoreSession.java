package dev.jitterlab.business.trade;

/** What one thread works with. Not thread-safe. */
public interface StoreSession extends AutoCloseable {
  /**
   * Makes one transaction, and returns once it is committed.
   *
   * @throws StoreException if nothing of it has happened, or nobody knows whether it has
   */
  Receipt execute(Wish wish) throws StoreException;

  @Override
  void close();
}
