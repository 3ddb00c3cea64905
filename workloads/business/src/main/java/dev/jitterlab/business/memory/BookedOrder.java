package dev.jitterlab.business.memory;

import java.util.List;

/** An order in the books. Guarded by the warehouse's lock. */
final class BookedOrder {
  private static final int OPEN = -1;

  final BookedCustomer customer;
  final List<BookedLine> lines;
  final long totalCents;
  final int units;
  private int courier = OPEN;

  BookedOrder(BookedCustomer customer, List<BookedLine> lines) {
    this.customer = customer;
    this.lines = List.copyOf(lines);
    long cents = 0;
    int count = 0;
    for (BookedLine line : lines) {
      cents += line.amountCents;
      count += line.quantity;
    }
    this.totalCents = cents;
    this.units = count;
  }

  boolean isOpen() {
    return courier == OPEN;
  }

  int courier() {
    return courier;
  }

  void deliver(int by) {
    courier = by;
  }
}
