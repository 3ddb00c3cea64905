package dev.jitterlab.business.memory;

/** One line of an order in the books. Immutable. */
final class BookedLine {
  final int supplier;
  final int product;
  final int quantity;
  final long amountCents;
  final String text;

  BookedLine(int supplier, int product, int quantity, long amountCents, String text) {
    this.supplier = supplier;
    this.product = product;
    this.quantity = quantity;
    this.amountCents = amountCents;
    this.text = text;
  }
}
