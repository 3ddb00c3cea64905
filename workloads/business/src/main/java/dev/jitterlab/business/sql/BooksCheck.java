package dev.jitterlab.business.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Questions whose answers must be empty, asked of one moment. */
final class BooksCheck {
  /** Each returns a row for whatever does not agree: where, and two sums. */
  private static final List<String> ALL =
      List.of(
          "SELECT 'what customers of district ' || d.warehouse || '/' || d.id || ' paid',"
              + " SUM(c.paid), d.received FROM district d JOIN customer c ON c.warehouse ="
              + " d.warehouse AND c.district = d.id GROUP BY d.warehouse, d.id, d.received HAVING"
              + " SUM(c.paid) <> d.received",
          "SELECT 'what customers of district ' || d.warehouse || '/' || d.id || ' were delivered',"
              + " SUM(c.delivered), d.delivered FROM district d JOIN customer c ON c.warehouse ="
              + " d.warehouse AND c.district = d.id GROUP BY d.warehouse, d.id, d.delivered HAVING"
              + " SUM(c.delivered) <> d.delivered",
          "SELECT 'balance of customer ' || warehouse || '/' || district || '/' || id, balance,"
              + " delivered - paid FROM customer WHERE balance <> delivered - paid",
          "SELECT 'what districts of warehouse ' || w.id || ' received', SUM(d.received),"
              + " w.received FROM warehouse w JOIN district d ON d.warehouse = w.id GROUP BY w.id,"
              + " w.received HAVING SUM(d.received) <> w.received",
          "SELECT 'stock of product ' || warehouse || '/' || product, quantity, initial + restocked"
              + " - sold FROM stock WHERE quantity < 0 OR quantity <> initial + restocked - sold",
          "SELECT 'units sold and ordered', s.sold, d.ordered FROM (SELECT COALESCE(SUM(sold), 0)"
              + " AS sold FROM stock) s, (SELECT COALESCE(SUM(ordered_units), 0) AS ordered FROM"
              + " district) d WHERE s.sold <> d.ordered");

  /** The same, row by row of one district. */
  private static final List<String> OF_ONE =
      List.of(
          "SELECT 'orders of district ' || d.warehouse || '/' || d.id, COALESCE((SELECT"
              + " SUM(o.total) FROM placed_order o WHERE o.warehouse = d.warehouse AND o.district ="
              + " d.id), 0), d.ordered FROM district d WHERE d.warehouse = ? AND d.id = ?",
          "SELECT 'delivered orders of district ' || d.warehouse || '/' || d.id, COALESCE((SELECT"
              + " SUM(o.total) FROM placed_order o WHERE o.warehouse = d.warehouse AND o.district ="
              + " d.id AND o.courier >= 0), 0), d.delivered FROM district d WHERE d.warehouse = ?"
              + " AND d.id = ?",
          "SELECT 'number of orders of district ' || d.warehouse || '/' || d.id, (SELECT COUNT(*)"
              + " FROM placed_order o WHERE o.warehouse = d.warehouse AND o.district = d.id),"
              + " d.next_order FROM district d WHERE d.warehouse = ? AND d.id = ?",
          "SELECT 'open orders of district ' || d.warehouse || '/' || d.id, (SELECT COUNT(*) FROM"
              + " placed_order o WHERE o.warehouse = d.warehouse AND o.district = d.id AND"
              + " o.courier < 0), d.next_order - d.oldest_open FROM district d WHERE d.warehouse ="
              + " ? AND d.id = ?",
          "SELECT 'lines of district ' || d.warehouse || '/' || d.id, COALESCE((SELECT"
              + " SUM(l.amount) FROM order_line l WHERE l.warehouse = d.warehouse AND l.district ="
              + " d.id), 0), d.ordered FROM district d WHERE d.warehouse = ? AND d.id = ?",
          "SELECT 'units of district ' || d.warehouse || '/' || d.id, COALESCE((SELECT"
              + " SUM(l.quantity) FROM order_line l WHERE l.warehouse = d.warehouse AND l.district"
              + " = d.id), 0), d.ordered_units FROM district d WHERE d.warehouse = ? AND d.id = ?",
          "SELECT 'payments of district ' || d.warehouse || '/' || d.id, COALESCE((SELECT"
              + " SUM(p.amount) FROM payment p WHERE p.warehouse = d.warehouse AND p.district ="
              + " d.id), 0), d.received FROM district d WHERE d.warehouse = ? AND d.id = ?",
          "SELECT 'number of payments of district ' || d.warehouse || '/' || d.id, (SELECT COUNT(*)"
              + " FROM payment p WHERE p.warehouse = d.warehouse AND p.district = d.id), d.payments"
              + " FROM district d WHERE d.warehouse = ? AND d.id = ?");

  /**
   * What was sold of each product against the lines of its orders. It reads every line, so a server
   * that is measured does not ask it.
   */
  private static final String OF_PRODUCTS =
      "SELECT 'units sold of product ' || warehouse || '/' || product, SUM(sold), SUM(ordered) FROM"
          + " (SELECT warehouse, product, sold, 0 AS ordered FROM stock UNION ALL SELECT supplier,"
          + " product, 0, quantity FROM order_line) booked GROUP BY warehouse, product HAVING"
          + " SUM(sold) <> SUM(ordered) ORDER BY warehouse, product";

  private BooksCheck() {}

  /** Asks what concerns all; the connection sees one moment. Returns what does not agree. */
  static List<String> all(Connection connection) throws SQLException {
    return answers(connection, ALL);
  }

  /** Asks what concerns the lines of all orders; the connection sees one moment. */
  static List<String> ofProducts(Connection connection) throws SQLException {
    return answers(connection, List.of(OF_PRODUCTS));
  }

  private static List<String> answers(Connection connection, List<String> questions)
      throws SQLException {
    List<String> problems = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      for (String question : questions) {
        try (ResultSet rows = statement.executeQuery(question)) {
          while (rows.next()) {
            problems.add(sentence(rows));
          }
        }
      }
    }
    return problems;
  }

  /** Asks what concerns one district; the connection sees one moment. */
  static List<String> ofDistrict(Connection connection, int warehouse, int district)
      throws SQLException {
    List<String> problems = new ArrayList<>();
    for (String question : OF_ONE) {
      try (PreparedStatement statement = connection.prepareStatement(question)) {
        statement.setInt(1, warehouse);
        statement.setInt(2, district);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          if (row.getLong(2) != row.getLong(3)) {
            problems.add(sentence(row));
          }
        }
      }
    }
    return problems;
  }

  private static String sentence(ResultSet row) throws SQLException {
    return row.getString(1) + ": " + row.getLong(2) + " instead of " + row.getLong(3);
  }
}
