package dev.jitterlab.business.trade;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the one who wished is told once the transaction is committed. Immutable and thread-safe.
 *
 * <p>Its text is what a terminal would print. {@link #acknowledgement} is one line by which anybody
 * can look it up in the database later.
 */
public final class Receipt {
  /** An order by its district and number. */
  public static final class OrderId {
    private final int district;
    private final long number;

    /** Creates it. */
    public OrderId(int district, long number) {
      this.district = district;
      this.number = number;
    }

    /** Returns the district. */
    public int district() {
      return district;
    }

    /** Returns the number, consecutive in its district. */
    public long number() {
      return number;
    }
  }

  private final Wish wish;
  private final ReceiptResult result;
  private final String text;
  private final long number;
  private final long cents;
  private final int units;
  private final List<OrderId> delivered;

  private Receipt(
      Wish wish,
      ReceiptResult result,
      String text,
      long number,
      long cents,
      int units,
      List<OrderId> delivered) {
    this.wish = wish;
    this.result = result;
    this.text = text;
    this.number = number;
    this.cents = cents;
    this.units = units;
    this.delivered = delivered;
  }

  /** An order was placed. */
  public static Receipt ordered(Wish wish, long number, long totalCents, int units, String text) {
    return new Receipt(wish, ReceiptResult.DONE, text, number, totalCents, units, List.of());
  }

  /** A payment was taken. */
  public static Receipt paid(Wish wish, long number, String text) {
    return new Receipt(wish, ReceiptResult.DONE, text, number, wish.amountCents(), 0, List.of());
  }

  /** Orders were delivered; none is a result of its own. */
  public static Receipt delivered(Wish wish, List<OrderId> orders, String text) {
    return new Receipt(
        wish,
        orders.isEmpty() ? ReceiptResult.NOTHING : ReceiptResult.DONE,
        text,
        0,
        0,
        0,
        List.copyOf(orders));
  }

  /** A question was answered. */
  public static Receipt told(Wish wish, String text) {
    return new Receipt(wish, ReceiptResult.DONE, text, 0, 0, 0, List.of());
  }

  /** Nothing was changed. */
  public static Receipt without(Wish wish, ReceiptResult result, String text) {
    return new Receipt(wish, result, text, 0, 0, 0, List.of());
  }

  /** Returns what was wished. */
  public Wish wish() {
    return wish;
  }

  /** Returns how it ended. */
  public ReceiptResult result() {
    return result;
  }

  /** Returns what a terminal would print. */
  public String text() {
    return text;
  }

  /** Returns the order's or the payment's number, consecutive in its district; else 0. */
  public long number() {
    return number;
  }

  /** Returns the order's total or the payment's amount; else 0. */
  public long cents() {
    return cents;
  }

  /** Returns how many things were ordered. */
  public int units() {
    return units;
  }

  /** Returns the orders that were delivered. */
  public List<OrderId> delivered() {
    return delivered;
  }

  /** Returns whether the store is another one than before. */
  public boolean isChange() {
    return result == ReceiptResult.DONE
        && (wish.kind() == TransactionKind.ORDER
            || wish.kind() == TransactionKind.PAYMENT
            || wish.kind() == TransactionKind.DELIVERY);
  }

  /** Returns one line without its end: kind, warehouse, and by what to find it. */
  public String acknowledgement() {
    String head = wish.kind().label() + " " + wish.warehouse() + " ";
    switch (wish.kind()) {
      case ORDER:
        return head + wish.district() + " " + number + " " + cents + " " + units;
      case PAYMENT:
        return head + wish.district() + " " + number + " " + cents;
      case DELIVERY:
        return head
            + delivered.stream()
                .map(order -> order.district() + ":" + order.number())
                .collect(Collectors.joining(" "));
      case ORDER_STATUS:
      case STOCK_LEVEL:
        return head.strip();
    }
    throw new AssertionError(wish.kind());
  }
}
