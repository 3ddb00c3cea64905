package dev.jitterlab.battle.cluster.results;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * The database of the store: a file of the embedded H2, or a PostgreSQL server. Opens a connection,
 * brings the tables up to date, and opens another one when the server has gone and come back. What
 * was committed survives a kill of this process. One connection: not thread-safe.
 */
final class Database implements AutoCloseable {
  private static final String JDBC = "jdbc:";
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final String H2_FILE = "jdbc:h2:file:";
  private static final String H2_SETTINGS = ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";
  private static final int VALID_WITHIN_SECONDS = 2;

  private final String url;
  private final Properties properties = new Properties();
  private Connection connection; // null while there is none

  private Database(String url) {
    this.url = url;
    if (url.startsWith(POSTGRESQL)) {
      properties.setProperty("ApplicationName", "jitterlab-results");
      properties.setProperty("connectTimeout", "5"); // seconds
      properties.setProperty("socketTimeout", "30"); // seconds
    }
  }

  /**
   * Opens a database, and makes its tables if there are none.
   *
   * @param option a file, to which H2 adds {@code .mv.db}, or {@code jdbc:…}
   */
  static Database open(String option) throws SQLException {
    Database database =
        new Database(
            option.startsWith(JDBC)
                ? option
                : H2_FILE + Path.of(option).toAbsolutePath() + H2_SETTINGS);
    database.connection();
    return database;
  }

  /** Returns how messages name a database: without what may be a password. */
  static String name(String option) {
    return option.startsWith(JDBC) ? option.replaceAll("[?;].*", "") : option;
  }

  /** Returns the connection; auto-commit is off. */
  Connection connection() throws SQLException {
    if (connection == null) {
      Connection opened = DriverManager.getConnection(url, properties);
      try {
        opened.setAutoCommit(false);
        Migrations.apply(opened);
      } catch (SQLException e) {
        opened.close();
        throw e;
      }
      connection = opened;
    }
    return connection;
  }

  /**
   * Ends what was begun and not committed, so that nothing is kept waiting for it. A connection
   * that is of no use any more is given up: {@link #connection} opens another one.
   */
  void settle() {
    if (connection == null) {
      return;
    }
    try {
      connection.rollback();
    } catch (SQLException e) {
      giveUp();
    }
  }

  /** A question failed: looks whether the connection did. */
  void check() throws SQLException {
    if (connection != null && !connection.isValid(VALID_WITHIN_SECONDS)) {
      giveUp();
    }
  }

  private void giveUp() {
    try {
      connection.close();
    } catch (SQLException e) {
      System.getLogger(Database.class.getName())
          .log(System.Logger.Level.DEBUG, "a broken connection could not be closed", e);
    }
    connection = null;
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
