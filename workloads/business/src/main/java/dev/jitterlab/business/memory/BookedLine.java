package dev.jitterlab.business.memory;

/** One line of an order in the books. Immutable. */
final class BookedLine {
  private final int supplier;
  private final int product;
  private final int quantity;
  private final long amountCents;
  private final String text;

  BookedLine(int supplier, int product, int quantity, long amountCents, String text) {
    this.supplier = supplier;
    this.product = product;
    this.quantity = quantity;
    this.amountCents = amountCents;
    this.text = text;
  }

  int supplier() {
    return supplier;
  }

  int product() {
    return product;
  }

  int quantity() {
    return quantity;
  }

  long amountCents() {
    return amountCents;
  }

  String text() {
    return text;
  }
}
