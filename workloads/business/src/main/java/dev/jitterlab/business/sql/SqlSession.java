package dev.jitterlab.business.sql;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.Receipt.OrderId;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.WishLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * One connection and its prepared statements. Rows are locked in one order by all: districts, then
 * the district's customers, then stock by warehouse and product, then warehouses. A transaction
 * that the database ends because of others is tried again. For one thread.
 */
final class SqlSession implements StoreSession {
  private static final int TRIES = 20;
  private static final int LAST_ORDERS = 20;
  private static final int OPEN = -1;

  /** Serialization failure, deadlock (PostgreSQL and H2), H2's lock timeout. */
  private static final Set<String> TRY_AGAIN = Set.of("40001", "40P01", "HYT00");

  private final Connection connection;
  private final Catalogue catalogue;
  private final LongAdder retries;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  SqlSession(Connection connection, Catalogue catalogue, LongAdder retries) {
    this.connection = connection;
    this.catalogue = catalogue;
    this.retries = retries;
  }

  @Override
  public Receipt execute(Wish wish) throws StoreException {
    for (int left = TRIES; ; left--) {
      try {
        Receipt receipt = tried(wish);
        if (receipt.result() == ReceiptResult.CANCELLED
            || receipt.result() == ReceiptResult.REFUSED) {
          connection.rollback();
        } else {
          connection.commit();
        }
        return receipt;
      } catch (SQLException e) {
        rollback();
        if (left == 1 || !isWorthAnotherTry(e)) {
          throw new StoreException("the database: " + e.getMessage(), e);
        }
        retries.increment();
      }
    }
  }

  /** A failure that no database has reported, as a row that is missing, has no state. */
  private static boolean isWorthAnotherTry(SQLException e) {
    return e.getSQLState() != null && TRY_AGAIN.contains(e.getSQLState());
  }

  private void rollback() {
    try {
      connection.rollback();
    } catch (SQLException e) {
      System.getLogger(SqlSession.class.getName())
          .log(System.Logger.Level.DEBUG, "no rollback: the connection is broken", e);
    }
  }

  private Receipt tried(Wish wish) throws SQLException {
    switch (wish.kind()) {
      case ORDER:
        return order(wish);
      case PAYMENT:
        return payment(wish);
      case DELIVERY:
        return delivery(wish);
      case ORDER_STATUS:
        return orderStatus(wish);
      case STOCK_LEVEL:
        return stockLevel(wish);
    }
    throw new AssertionError(wish.kind());
  }

  /** A statement with its first parameters set; whole numbers only. */
  private PreparedStatement with(String sql, long... parameters) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    set(statement, parameters);
    return statement;
  }

  private static void set(PreparedStatement statement, long... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setLong(i + 1, parameters[i]);
    }
  }

  private ResultSet rows(String sql, long... parameters) throws SQLException {
    return with(sql, parameters).executeQuery();
  }

  /** The number that is all of the answer. */
  private long number(String sql, long... parameters) throws SQLException {
    try (ResultSet row = rows(sql, parameters)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void one(String sql, long... parameters) throws SQLException {
    one(with(sql, parameters));
  }

  private static void one(PreparedStatement change) throws SQLException {
    int changed = change.executeUpdate();
    if (changed != 1) {
      throw new SQLException(changed + " rows changed instead of one by " + change);
    }
  }

  private Receipt order(Wish wish) throws SQLException {
    long number =
        number(
            "SELECT next_order FROM district WHERE warehouse = ? AND id = ? FOR UPDATE",
            wish.warehouse(),
            wish.district());
    String name;
    int discountPercent;
    try (ResultSet customer = customer(wish, "name, discount")) {
      customer.next();
      name = customer.getString(1);
      discountPercent = customer.getInt(2);
    }
    PreparedStatement take =
        with(
            "UPDATE stock SET quantity = quantity - ? + CASE WHEN quantity - ? < "
                + Catalogue.RESTOCK_BELOW
                + " THEN "
                + Catalogue.RESTOCKED
                + " ELSE 0 END, restocked = restocked + CASE WHEN quantity - ? < "
                + Catalogue.RESTOCK_BELOW
                + " THEN "
                + Catalogue.RESTOCKED
                + " ELSE 0 END, sold = sold + ? WHERE warehouse = ? AND product = ?");
    PreparedStatement book =
        with(
            "INSERT INTO order_line(warehouse, district, number, line, supplier, product, quantity,"
                + " amount) VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
    take.clearBatch(); // of a try that the database ended
    book.clearBatch();
    StringBuilder text = new StringBuilder(name).append('\n');
    long total = 0;
    int units = 0;
    int count = 0;
    for (WishLine line : wish.lines()) {
      if (!catalogue.has(line.product())) {
        return Receipt.without(
            wish, ReceiptResult.CANCELLED, name + ": no product " + line.product());
      }
      int quantity = line.quantity();
      long cents = catalogue.amountCents(line.product(), quantity, discountPercent);
      set(take, quantity, quantity, quantity, quantity, line.supplier(), line.product());
      take.addBatch();
      set(
          book,
          wish.warehouse(),
          wish.district(),
          number,
          count,
          line.supplier(),
          line.product(),
          quantity,
          cents);
      book.addBatch();
      text.append(quantity).append(' ').append(catalogue.product(line.product()).name());
      text.append(' ').append(cents).append('\n');
      total += cents;
      units += quantity;
      count++;
    }
    for (int changed : take.executeBatch()) {
      if (changed != 1) {
        throw new SQLException(changed + " stocks changed instead of one");
      }
    }
    int[] unusedBooked = book.executeBatch();
    one(
        "INSERT INTO placed_order(warehouse, district, number, customer, total, units, courier)"
            + " VALUES(?, ?, ?, ?, ?, ?, ?)",
        wish.warehouse(),
        wish.district(),
        number,
        wish.customer(),
        total,
        units,
        OPEN);
    one(
        "UPDATE customer SET last_order = ? WHERE warehouse = ? AND district = ? AND id = ?",
        number,
        wish.warehouse(),
        wish.district(),
        wish.customer());
    one(
        "UPDATE district SET next_order = next_order + 1, ordered = ordered + ?, ordered_units"
            + " = ordered_units + ? WHERE warehouse = ? AND id = ?",
        total,
        units,
        wish.warehouse(),
        wish.district());
    text.append("order ").append(number).append(": ").append(total);
    return Receipt.ordered(wish, number, total, units, text.toString());
  }

  private ResultSet customer(Wish wish, String columns) throws SQLException {
    return rows(
        "SELECT " + columns + " FROM customer WHERE warehouse = ? AND district = ? AND id = ?",
        wish.warehouse(),
        wish.district(),
        wish.customer());
  }

  private Receipt payment(Wish wish) throws SQLException {
    one(
        "UPDATE district SET received = received + ?, payments = payments + 1 WHERE warehouse ="
            + " ? AND id = ?",
        wish.amountCents(),
        wish.warehouse(),
        wish.district());
    long number =
        number(
            "SELECT payments - 1 FROM district WHERE warehouse = ? AND id = ?",
            wish.warehouse(),
            wish.district());
    String name;
    String notes;
    long balance;
    try (ResultSet customer = customer(wish, "name, notes, balance")) {
      customer.next();
      name = customer.getString(1);
      notes = Catalogue.notes(customer.getString(2), number, wish.amountCents());
      balance = customer.getLong(3) - wish.amountCents();
    }
    PreparedStatement pay =
        with(
            "UPDATE customer SET balance = balance - ?, paid = paid + ?, notes = ? WHERE warehouse"
                + " = ? AND district = ? AND id = ?");
    pay.setLong(1, wish.amountCents());
    pay.setLong(2, wish.amountCents());
    pay.setString(3, notes);
    pay.setInt(4, wish.warehouse());
    pay.setInt(5, wish.district());
    pay.setInt(6, wish.customer());
    one(pay);
    one(
        "INSERT INTO payment(warehouse, district, number, customer, amount) VALUES(?, ?, ?, ?, ?)",
        wish.warehouse(),
        wish.district(),
        number,
        wish.customer(),
        wish.amountCents());
    one(
        "UPDATE warehouse SET received = received + ? WHERE id = ?",
        wish.amountCents(),
        wish.warehouse());
    return Receipt.paid(
        wish, number, name + "\npaid " + wish.amountCents() + "\nowes " + balance + "\n" + notes);
  }

  private Receipt delivery(Wish wish) throws SQLException {
    List<OrderId> delivered = new ArrayList<>(CompanySize.DISTRICTS);
    StringBuilder text = new StringBuilder("courier ").append(wish.courier());
    for (int district = 0; district < CompanySize.DISTRICTS; district++) {
      long number;
      boolean hasOpen;
      try (ResultSet open =
          rows(
              "SELECT oldest_open, next_order FROM district WHERE warehouse = ? AND id = ? FOR"
                  + " UPDATE",
              wish.warehouse(),
              district)) {
        open.next();
        number = open.getLong(1);
        hasOpen = number < open.getLong(2);
      }
      if (hasOpen) {
        deliver(wish, district, number);
        delivered.add(new OrderId(district, number));
        text.append("\ndistrict ").append(district).append(": order ").append(number);
      }
    }
    return Receipt.delivered(wish, delivered, text.toString());
  }

  private void deliver(Wish wish, int district, long number) throws SQLException {
    long customer;
    long total;
    try (ResultSet order =
        rows(
            "SELECT customer, total FROM placed_order WHERE warehouse = ? AND district = ? AND"
                + " number = ?",
            wish.warehouse(),
            district,
            number)) {
      order.next();
      customer = order.getLong(1);
      total = order.getLong(2);
    }
    one(
        "UPDATE placed_order SET courier = ? WHERE warehouse = ? AND district = ? AND number = ?",
        wish.courier(),
        wish.warehouse(),
        district,
        number);
    one(
        "UPDATE customer SET balance = balance + ?, delivered = delivered + ? WHERE warehouse ="
            + " ? AND district = ? AND id = ?",
        total,
        total,
        wish.warehouse(),
        district,
        customer);
    one(
        "UPDATE district SET oldest_open = oldest_open + 1, delivered = delivered + ? WHERE"
            + " warehouse = ? AND id = ?",
        total,
        wish.warehouse(),
        district);
  }

  private Receipt orderStatus(Wish wish) throws SQLException {
    String name;
    long number;
    try (ResultSet customer = customer(wish, "name, last_order")) {
      customer.next();
      name = customer.getString(1);
      number = customer.getLong(2);
    }
    if (number < 0) {
      return Receipt.without(wish, ReceiptResult.NOTHING, name + ": no order");
    }
    StringBuilder text = new StringBuilder(name);
    try (ResultSet lines =
        rows(
            "SELECT o.total, o.courier, l.quantity, l.product, l.amount FROM placed_order o"
                + " JOIN order_line l ON l.warehouse = o.warehouse AND l.district = o.district"
                + " AND l.number = o.number WHERE o.warehouse = ? AND o.district = ? AND"
                + " o.number = ? ORDER BY l.line",
            wish.warehouse(),
            wish.district(),
            number)) {
      boolean isFirst = true;
      while (lines.next()) {
        if (isFirst) {
          text.append("\norder ").append(number).append(": ").append(lines.getLong(1));
          text.append(lines.getInt(2) == OPEN ? ", open" : ", delivered by " + lines.getInt(2));
          isFirst = false;
        }
        text.append('\n').append(lines.getInt(3)).append(' ');
        text.append(catalogue.product(lines.getInt(4)).name()).append(' ').append(lines.getLong(5));
        text.append(", ").append(catalogue.product(lines.getInt(4)).description());
      }
    }
    return Receipt.told(wish, text.toString());
  }

  private Receipt stockLevel(Wish wish) throws SQLException {
    long low =
        number(
            "SELECT COUNT(DISTINCT l.product) FROM district d JOIN order_line l ON l.warehouse"
                + " = d.warehouse AND l.district = d.id AND l.number >= d.next_order - "
                + LAST_ORDERS
                + " JOIN stock s ON s.warehouse = d.warehouse AND s.product = l.product WHERE"
                + " d.warehouse = ? AND d.id = ? AND s.quantity < ?",
            wish.warehouse(),
            wish.district(),
            wish.threshold());
    return Receipt.told(wish, low + " products are low");
  }

  @Override
  public void close() {
    SqlStore.close(connection);
  }
}
