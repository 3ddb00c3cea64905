package dev.jitterlab.business.trade;

import java.util.List;

/** What somebody asks for: one transaction that has not happened yet. Immutable and thread-safe. */
public final class Wish {
  private final TransactionKind kind;
  private final int warehouse;
  private final int district;
  private final int customer;
  private final int figure;
  private final List<WishLine> lines;

  private Wish(
      TransactionKind kind,
      int warehouse,
      int district,
      int customer,
      int figure,
      List<WishLine> lines) {
    this.kind = kind;
    this.warehouse = warehouse;
    this.district = district;
    this.customer = customer;
    this.figure = figure;
    this.lines = lines;
  }

  /**
   * A customer orders.
   *
   * @param lines ordered by supplier and product, so that no two orders wait for one another
   */
  public static Wish order(int warehouse, int district, int customer, List<WishLine> lines) {
    return new Wish(TransactionKind.ORDER, warehouse, district, customer, 0, List.copyOf(lines));
  }

  /** A customer pays. */
  public static Wish payment(int warehouse, int district, int customer, int amountCents) {
    return new Wish(TransactionKind.PAYMENT, warehouse, district, customer, amountCents, List.of());
  }

  /** A courier takes the oldest open order of each district along. */
  public static Wish delivery(int warehouse, int courier) {
    return new Wish(TransactionKind.DELIVERY, warehouse, 0, 0, courier, List.of());
  }

  /** A customer asks for the last order. */
  public static Wish orderStatus(int warehouse, int district, int customer) {
    return new Wish(TransactionKind.ORDER_STATUS, warehouse, district, customer, 0, List.of());
  }

  /** A district asks which products of its last orders have a stock below a threshold. */
  public static Wish stockLevel(int warehouse, int district, int threshold) {
    return new Wish(TransactionKind.STOCK_LEVEL, warehouse, district, 0, threshold, List.of());
  }

  /** Returns what it does. */
  public TransactionKind kind() {
    return kind;
  }

  /** Returns the warehouse, from 0. */
  public int warehouse() {
    return warehouse;
  }

  /** Returns the district of the warehouse, from 0; 0 of deliveries. */
  public int district() {
    return district;
  }

  /** Returns the customer of the district, from 0; 0 where it is about none. */
  public int customer() {
    return customer;
  }

  /** Returns the amount of a payment. */
  public int amountCents() {
    return figure;
  }

  /** Returns who delivers. */
  public int courier() {
    return figure;
  }

  /** Returns below which quantity a stock is low. */
  public int threshold() {
    return figure;
  }

  /** Returns the lines of an order, by supplier and product. */
  public List<WishLine> lines() {
    return lines;
  }
}
