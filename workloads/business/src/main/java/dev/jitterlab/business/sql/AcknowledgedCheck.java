package dev.jitterlab.business.sql;

import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a database with the lines of what was acknowledged: each must be there, with the same
 * sums. It reads the rows themselves and shares nothing with what wrote them. Not thread-safe.
 */
public final class AcknowledgedCheck implements AutoCloseable {
  /** A few show what is wrong. */
  private static final int MOST_PROBLEMS = 20;

  private final Connection connection;
  private final List<String> problems = new ArrayList<>();
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private long acknowledged;
  private long lost;

  private AcknowledgedCheck(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens the database; it must be there.
   *
   * @param database a file or {@code jdbc:…}
   */
  public static AcknowledgedCheck open(String database) throws StoreException {
    String url = SqlStore.url(database);
    Connection connection = null;
    try {
      connection = Dialect.of(url).openExisting(url);
      Dialect.of(url).seeOneMoment(connection);
      return new AcknowledgedCheck(connection);
    } catch (SQLException e) {
      SqlStore.close(connection);
      throw new StoreException(
          "--database=" + SqlStore.name(database) + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Looks up one acknowledgement.
   *
   * @param line as {@link dev.jitterlab.business.trade.Receipt#acknowledgement} has it
   * @throws IllegalArgumentException if it is none
   */
  public void look(String line) throws StoreException {
    String[] words = line.split(" ", -1);
    acknowledged++;
    try {
      switch (words[0]) {
        case "order":
          find(
              line,
              "SELECT COUNT(*) FROM placed_order o WHERE o.warehouse = ? AND o.district = ? AND"
                  + " o.number = ? AND o.total = ? AND o.units = ? AND o.total = (SELECT"
                  + " SUM(l.amount) FROM order_line l WHERE l.warehouse = o.warehouse AND"
                  + " l.district = o.district AND l.number = o.number)",
              numbers(line, words, 5));
          return;
        case "payment":
          find(
              line,
              "SELECT COUNT(*) FROM payment WHERE warehouse = ? AND district = ? AND number = ? AND"
                  + " amount = ?",
              numbers(line, words, 4));
          return;
        case "delivery":
          for (int i = 2; i < words.length; i++) {
            String[] order = words[i].split(":", -1);
            find(
                line,
                "SELECT COUNT(*) FROM placed_order WHERE warehouse = ? AND district = ? AND number"
                    + " = ? AND courier >= 0",
                numbers(line, new String[] {"", words[1], order[0], order[order.length - 1]}, 3));
          }
          return;
        default:
          throw new IllegalArgumentException("'" + line + "' acknowledges nothing");
      }
    } catch (SQLException e) {
      throw new StoreException("the database: " + e.getMessage(), e);
    }
  }

  private static long[] numbers(String line, String[] words, int count) {
    if (words.length != count + 1) {
      throw new IllegalArgumentException("'" + line + "' acknowledges nothing");
    }
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      try {
        numbers[i] = Long.parseLong(words[i + 1]);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + line + "' acknowledges nothing", e);
      }
    }
    return numbers;
  }

  private void find(String line, String sql, long... parameters) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql); // closed with the connection
      statements.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      statement.setLong(i + 1, parameters[i]);
    }
    try (ResultSet count = statement.executeQuery()) {
      count.next();
      if (count.getLong(1) != 1) {
        lost++;
        if (problems.size() < MOST_PROBLEMS) {
          problems.add("acknowledged and not there: " + line);
        }
      }
    }
  }

  /** Compares all sums and all rows with one another. */
  public void compareAll() throws StoreException {
    try {
      problems.addAll(BooksCheck.all(connection));
      problems.addAll(BooksCheck.ofProducts(connection));
      for (int warehouse = 0; warehouse < count("warehouse"); warehouse++) {
        for (int district = 0; district < CompanySize.DISTRICTS; district++) {
          problems.addAll(BooksCheck.ofDistrict(connection, warehouse, district));
        }
      }
    } catch (SQLException e) {
      throw new StoreException("the database: " + e.getMessage(), e);
    }
  }

  /** Returns how many orders and payments there are. */
  public long changes() throws StoreException {
    try {
      return count("placed_order") + count("payment");
    } catch (SQLException e) {
      throw new StoreException("the database: " + e.getMessage(), e);
    }
  }

  private long count(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      count.next();
      return count.getLong(1);
    }
  }

  /** Returns how many lines were looked up. */
  public long acknowledged() {
    return acknowledged;
  }

  /** Returns how many acknowledged changes are not there. */
  public long lost() {
    return lost;
  }

  /** Returns what does not agree, in a sentence each. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  @Override
  public void close() throws StoreException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new StoreException("the database: " + e.getMessage(), e);
    }
  }
}
