package dev.jitterlab.business.trade;

import java.util.List;

/**
 * Where the company keeps its books. Each transaction happens as a whole or not at all.
 * Thread-safe.
 */
public interface TransactionStore extends AutoCloseable {
  /** Opens what one thread works with. */
  StoreSession session() throws StoreException;

  /** Returns how many warehouses there are. */
  int warehouses();

  /**
   * Adds a warehouse with its districts, customers and stock, while others work.
   *
   * @throws OutOfMemoryError if the heap has no room for it; then nothing was added
   */
  void addWarehouse() throws StoreException;

  /**
   * Compares sums that must agree, at one moment between transactions.
   *
   * @param turn what is compared row by row differs from turn to turn, so that no turn takes long
   * @return what does not agree, in a sentence each; empty if all does
   */
  List<String> reconcile(long turn) throws StoreException;

  /** Returns how many transactions were tried again, because others were in their way. */
  long retries();

  @Override
  void close() throws StoreException;
}
