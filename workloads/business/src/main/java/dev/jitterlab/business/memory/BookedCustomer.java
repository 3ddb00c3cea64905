package dev.jitterlab.business.memory;

/** A customer in the books. Guarded by the warehouse's lock. */
final class BookedCustomer {
  final String name;
  final int discountPercent;
  private long balanceCents;
  private long paidCents;
  private long deliveredCents;
  private long lastOrder = -1;
  private String notes = "";

  BookedCustomer(String name, int discountPercent) {
    this.name = name;
    this.discountPercent = discountPercent;
  }

  /** What it owes; below 0 what it has paid in advance. */
  long balanceCents() {
    return balanceCents;
  }

  long paidCents() {
    return paidCents;
  }

  long deliveredCents() {
    return deliveredCents;
  }

  /** The number of its last order; -1 for none. */
  long lastOrder() {
    return lastOrder;
  }

  String notes() {
    return notes;
  }

  void ordered(long number) {
    lastOrder = number;
  }

  void pay(long cents, String newNotes) {
    balanceCents -= cents;
    paidCents += cents;
    notes = newNotes;
  }

  void receive(long cents) {
    balanceCents += cents;
    deliveredCents += cents;
  }
}
