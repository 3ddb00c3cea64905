package dev.jitterlab.business.sql;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables, and what is in them before the first transaction. */
final class Books {
  private static final int BATCH = 1000;

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE IF NOT EXISTS company(seed BIGINT, customers INT, products INT)",
          "CREATE TABLE IF NOT EXISTS warehouse(id INT PRIMARY KEY, received BIGINT NOT NULL)",
          "CREATE TABLE IF NOT EXISTS district(warehouse INT, id INT, next_order BIGINT NOT NULL,"
              + " oldest_open BIGINT NOT NULL, ordered BIGINT NOT NULL, ordered_units BIGINT NOT"
              + " NULL, delivered BIGINT NOT NULL, received BIGINT NOT NULL, payments BIGINT NOT"
              + " NULL, PRIMARY KEY(warehouse, id))",
          "CREATE TABLE IF NOT EXISTS customer(warehouse INT, district INT, id INT, name"
              + " VARCHAR(80) NOT NULL, discount INT NOT NULL, balance BIGINT NOT NULL, paid BIGINT"
              + " NOT NULL, delivered BIGINT NOT NULL, last_order BIGINT NOT NULL, notes"
              + " VARCHAR(200) NOT NULL, PRIMARY KEY(warehouse, district, id))",
          "CREATE TABLE IF NOT EXISTS stock(warehouse INT, product INT, initial INT NOT NULL,"
              + " quantity INT NOT NULL, restocked BIGINT NOT NULL, sold BIGINT NOT NULL, PRIMARY"
              + " KEY(warehouse, product))",
          "CREATE TABLE IF NOT EXISTS placed_order(warehouse INT, district INT, number BIGINT,"
              + " customer INT NOT NULL, total BIGINT NOT NULL, units INT NOT NULL, courier INT NOT"
              + " NULL, PRIMARY KEY(warehouse, district, number))",
          "CREATE TABLE IF NOT EXISTS order_line(warehouse INT, district INT, number BIGINT, line"
              + " INT, supplier INT NOT NULL, product INT NOT NULL, quantity INT NOT NULL, amount"
              + " BIGINT NOT NULL, PRIMARY KEY(warehouse, district, number, line))",
          "CREATE TABLE IF NOT EXISTS payment(warehouse INT, district INT, number BIGINT, customer"
              + " INT NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY(warehouse, district, number))");

  private Books() {}

  /**
   * Makes the tables and fills them, or looks whether the books that are there are of this company.
   *
   * @return how many warehouses there are
   * @throws SQLException if they are of another one
   */
  static int open(Connection connection, CompanySize size, Catalogue catalogue, long seed)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
      boolean isThere;
      try (ResultSet company =
          statement.executeQuery("SELECT customers, products, seed FROM company")) {
        isThere = company.next();
        if (isThere
            && (company.getInt(1) != size.customers()
                || company.getInt(2) != size.products()
                || company.getLong(3) != seed)) {
          throw new SQLException(
              "the database is of another company, with --customers="
                  + company.getInt(1)
                  + " --products="
                  + company.getInt(2)
                  + " --seed="
                  + company.getLong(3)
                  + "; give these, or another database");
        }
      }
      if (!isThere) {
        statement.execute(
            "INSERT INTO company(seed, customers, products) VALUES("
                + seed
                + ", "
                + size.customers()
                + ", "
                + size.products()
                + ")");
      }
      connection.commit();
      int warehouses;
      try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM warehouse")) {
        count.next();
        warehouses = count.getInt(1);
      }
      connection.rollback(); // the reading is over
      while (warehouses < size.warehouses()) {
        addWarehouse(connection, size, catalogue, warehouses);
        warehouses++;
      }
      return warehouses;
    }
  }

  /** Adds a warehouse with all that belongs to it, in one transaction. */
  static void addWarehouse(
      Connection connection, CompanySize size, Catalogue catalogue, int warehouse)
      throws SQLException {
    try (PreparedStatement house =
            connection.prepareStatement("INSERT INTO warehouse(id, received) VALUES(?, 0)");
        PreparedStatement district =
            connection.prepareStatement(
                "INSERT INTO district(warehouse, id, next_order, oldest_open, ordered,"
                    + " ordered_units, delivered, received, payments) VALUES(?, ?, 0, 0, 0, 0, 0,"
                    + " 0, 0)");
        PreparedStatement customer =
            connection.prepareStatement(
                "INSERT INTO customer(warehouse, district, id, name, discount, balance, paid,"
                    + " delivered, last_order, notes) VALUES(?, ?, ?, ?, ?, 0, 0, 0, -1, '')");
        PreparedStatement stock =
            connection.prepareStatement(
                "INSERT INTO stock(warehouse, product, initial, quantity, restocked, sold)"
                    + " VALUES(?, ?, ?, ?, 0, 0)")) {
      house.setInt(1, warehouse);
      house.executeUpdate();
      for (int of = 0; of < CompanySize.DISTRICTS; of++) {
        district.setInt(1, warehouse);
        district.setInt(2, of);
        district.addBatch();
        for (int i = 0; i < size.customers(); i++) {
          customer.setInt(1, warehouse);
          customer.setInt(2, of);
          customer.setInt(3, i);
          customer.setString(4, catalogue.customerName(warehouse, of, i));
          customer.setInt(5, catalogue.discountPercent(warehouse, of, i));
          customer.addBatch();
        }
        int[] unusedCustomers = customer.executeBatch();
      }
      int[] unusedDistricts = district.executeBatch();
      for (int i = 0; i < size.products(); i++) {
        stock.setInt(1, warehouse);
        stock.setInt(2, i);
        stock.setInt(3, catalogue.firstStock(warehouse, i));
        stock.setInt(4, catalogue.firstStock(warehouse, i));
        stock.addBatch();
        if (i % BATCH == BATCH - 1) {
          int[] unusedStock = stock.executeBatch();
        }
      }
      int[] unusedRest = stock.executeBatch();
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    }
  }
}
