package dev.jitterlab.business.memory;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import java.util.List;

/**
 * A district in the books: its customers, its last orders, and its sums. An order that falls out of
 * the book stays in the sums. What changes it allocates nothing, so that a full heap cannot end a
 * transaction in the middle. Guarded by the warehouse's lock.
 */
final class BookedDistrict {
  private final BookedCustomer[] customers;
  private final BookedOrder[] book;
  private long next;
  private long oldestOpen;
  private long orderedCents;
  private long orderedUnits;
  private long deliveredCents;
  private long receivedCents;
  private long payments;
  private long archivedCents;
  private long archivedUnits;

  BookedDistrict(CompanySize size, Catalogue catalogue, int warehouse, int number) {
    customers = new BookedCustomer[size.customers()];
    for (int i = 0; i < customers.length; i++) {
      customers[i] =
          new BookedCustomer(
              catalogue.customerName(warehouse, number, i),
              catalogue.discountPercent(warehouse, number, i));
    }
    book = new BookedOrder[size.ordersKept()];
  }

  BookedCustomer customer(int number) {
    return customers[number];
  }

  /** The number that the next order gets. */
  long next() {
    return next;
  }

  long oldestOpen() {
    return oldestOpen;
  }

  long orderedUnits() {
    return orderedUnits;
  }

  long receivedCents() {
    return receivedCents;
  }

  long payments() {
    return payments;
  }

  boolean isFull() {
    return next - oldestOpen == book.length;
  }

  boolean hasOpen() {
    return oldestOpen < next;
  }

  /** The order of that number; null if it was never here or has fallen out of the book. */
  BookedOrder order(long number) {
    return number >= 0 && number < next && number >= next - book.length ? book[at(number)] : null;
  }

  private int at(long number) {
    return (int) (number % book.length);
  }

  void place(BookedOrder order) {
    BookedOrder fallsOut = book[at(next)];
    if (fallsOut != null) {
      archivedCents += fallsOut.totalCents;
      archivedUnits += fallsOut.units;
    }
    book[at(next)] = order;
    order.customer.ordered(next);
    orderedCents += order.totalCents;
    orderedUnits += order.units;
    next++;
  }

  void deliverOldest(int courier) {
    BookedOrder order = book[at(oldestOpen)];
    order.deliver(courier);
    order.customer.receive(order.totalCents);
    deliveredCents += order.totalCents;
    oldestOpen++;
  }

  void receive(BookedCustomer from, long cents, String notes) {
    from.pay(cents, notes);
    receivedCents += cents;
    payments++;
  }

  /** Adds what does not agree. */
  void reconcile(String name, List<String> problems) {
    long paid = 0;
    long received = 0;
    long balances = 0;
    for (BookedCustomer customer : customers) {
      paid += customer.paidCents();
      received += customer.deliveredCents();
      balances += customer.balanceCents();
    }
    differ(name, "customers paid", paid, "it received", receivedCents, problems);
    differ(name, "customers were delivered", received, "it delivered", deliveredCents, problems);
    differ(
        name,
        "customers owe",
        balances,
        "delivered less received",
        deliveredCents - receivedCents,
        problems);
    long cents = archivedCents;
    long units = archivedUnits;
    long openCents = 0;
    long open = 0;
    for (BookedOrder order : book) {
      if (order != null) {
        cents += order.totalCents;
        for (BookedLine line : order.lines) {
          units += line.quantity;
        }
        if (order.isOpen()) {
          openCents += order.totalCents;
          open++;
        }
      }
    }
    differ(name, "orders add up to", cents, "it took orders for", orderedCents, problems);
    differ(
        name, "lines add up to units", units, "it took orders for units", orderedUnits, problems);
    differ(
        name,
        "open orders add up to",
        openCents,
        "ordered less delivered",
        orderedCents - deliveredCents,
        problems);
    differ(name, "orders are open", open, "its numbers say", next - oldestOpen, problems);
  }

  static void differ(
      String name, String one, long first, String other, long second, List<String> problems) {
    if (first != second) {
      problems.add(name + ": " + one + " " + first + ", " + other + " " + second);
    }
  }
}
