package dev.jitterlab.business.sql;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The books in a database. What was committed survives a kill of this process. A database that is
 * there already is gone on with.
 */
public final class SqlStore implements TransactionStore {
  private final String url;
  private final Dialect dialect;
  private final CompanySize size;
  private final Catalogue catalogue;
  private final LongAdder retries = new LongAdder();
  private final Connection checking;
  private volatile int warehouses;

  private SqlStore(
      String url, Dialect dialect, CompanySize size, Catalogue catalogue, Connection checking) {
    this.url = url;
    this.dialect = dialect;
    this.size = size;
    this.catalogue = catalogue;
    this.checking = checking;
  }

  /**
   * Opens it, and fills it if it is new.
   *
   * @param database a file, to which H2 adds {@code .mv.db}, or {@code jdbc:…}
   * @throws IllegalArgumentException if there is no such kind of database
   */
  public static SqlStore open(String database, CompanySize size, Catalogue catalogue, long seed)
      throws StoreException {
    String url = url(database);
    Dialect dialect = Dialect.of(url);
    Connection connection = null;
    try {
      connection = dialect.open(url);
      int warehouses = Books.open(connection, size, catalogue, seed);
      dialect.seeOneMoment(connection);
      SqlStore store = new SqlStore(url, dialect, size, catalogue, connection);
      store.warehouses = warehouses;
      return store;
    } catch (SQLException e) {
      close(connection);
      throw new StoreException(
          "--database=" + name(database) + " cannot be used: " + e.getMessage(), e);
    }
  }

  static String url(String database) {
    return database.startsWith("jdbc:")
        ? database
        : "jdbc:h2:file:" + Path.of(database).toAbsolutePath();
  }

  /** Returns how messages name a database: without what may be a password. */
  static String name(String database) {
    return database.startsWith("jdbc:") ? database.replaceAll("[?;].*", "") : database;
  }

  static void close(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        System.getLogger(SqlStore.class.getName())
            .log(System.Logger.Level.DEBUG, "a connection could not be closed", e);
      }
    }
  }

  @Override
  public StoreSession session() throws StoreException {
    try {
      return new SqlSession(dialect.open(url), catalogue, retries);
    } catch (SQLException e) {
      throw new StoreException(
          "the database takes no more connections; give fewer --terminals: " + e.getMessage(), e);
    }
  }

  @Override
  public int warehouses() {
    return warehouses;
  }

  @Override
  public synchronized void addWarehouse() throws StoreException {
    try (Connection connection = dialect.open(url)) {
      Books.addWarehouse(connection, size, catalogue, warehouses);
      warehouses++;
    } catch (SQLException e) {
      throw new StoreException("a warehouse could not be added: " + e.getMessage(), e);
    }
  }

  /** Compares the sums of all, and the rows of one district. */
  @Override
  public List<String> reconcile(long turn) throws StoreException {
    int district = (int) (turn % CompanySize.DISTRICTS);
    int warehouse = (int) (turn / CompanySize.DISTRICTS % warehouses);
    synchronized (checking) {
      try {
        List<String> problems = new ArrayList<>(BooksCheck.all(checking));
        problems.addAll(BooksCheck.ofDistrict(checking, warehouse, district));
        checking.rollback(); // the moment is over
        return problems;
      } catch (SQLException e) {
        try {
          checking.rollback();
        } catch (SQLException broken) {
          e.addSuppressed(broken);
        }
        throw new StoreException("the sums could not be compared: " + e.getMessage(), e);
      }
    }
  }

  @Override
  public long retries() {
    return retries.sum();
  }

  @Override
  public void close() {
    synchronized (checking) {
      close(checking);
    }
  }
}
