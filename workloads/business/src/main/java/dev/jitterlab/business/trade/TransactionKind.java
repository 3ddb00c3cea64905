package dev.jitterlab.business.trade;

import java.util.List;

/** What a transaction does. */
public enum TransactionKind {
  /** A customer orders 5 to 15 lines. */
  ORDER("order", 42),
  /** A customer pays. */
  PAYMENT("payment", 42),
  /** The oldest open order of each district of a warehouse is delivered. */
  DELIVERY("delivery", 6),
  /** A customer asks for the last order. */
  ORDER_STATUS("order-status", 5),
  /** A district asks which products of its last orders run low. */
  STOCK_LEVEL("stock-level", 5);

  /** All of them, once: {@code values()} copies. */
  public static final List<TransactionKind> ALL = List.of(values());

  private final String label;
  private final int usualWeight;

  TransactionKind(String label, int usualWeight) {
    this.label = label;
    this.usualWeight = usualWeight;
  }

  /** Returns the name that options, logs and metrics use. */
  public String label() {
    return label;
  }

  /** Returns how many of 100 transactions are of this kind, if nothing else is said. */
  int usualWeight() {
    return usualWeight;
  }
}
