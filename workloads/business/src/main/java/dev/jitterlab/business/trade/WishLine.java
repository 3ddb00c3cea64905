package dev.jitterlab.business.trade;

/** One line of an order that is wished for. Immutable and thread-safe. */
public final class WishLine {
  private final int supplier;
  private final int product;
  private final int quantity;

  WishLine(int supplier, int product, int quantity) {
    this.supplier = supplier;
    this.product = product;
    this.quantity = quantity;
  }

  /** Returns the warehouse that the goods come from. */
  public int supplier() {
    return supplier;
  }

  /** Returns the product's number; the catalogue may have none of it. */
  public int product() {
    return product;
  }

  /** Returns how many. */
  public int quantity() {
    return quantity;
  }
}
