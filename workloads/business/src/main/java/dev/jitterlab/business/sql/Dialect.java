package dev.jitterlab.business.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** What differs between databases. */
enum Dialect {
  /**
   * The embedded H2. Without a write delay a commit has been handed to the system when it returns,
   * so that a kill of this process loses none.
   */
  H2("jdbc:h2:", ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0;LOCK_TIMEOUT=10000", ";IFEXISTS=TRUE") {
    @Override
    void seeOneMoment(Connection connection) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
      }
    }
  },
  /** PostgreSQL, whose repeatable reads are of one snapshot. */
  POSTGRESQL("jdbc:postgresql:", "", "") {
    @Override
    void seeOneMoment(Connection connection) throws SQLException {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    }
  };

  private final String prefix;
  private final String settings;
  private final String noneIsCreated;

  Dialect(String prefix, String settings, String noneIsCreated) {
    this.prefix = prefix;
    this.settings = settings;
    this.noneIsCreated = noneIsCreated;
  }

  /**
   * Returns the one of a database.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Dialect of(String url) {
    for (Dialect dialect : values()) {
      if (url.startsWith(dialect.prefix)) {
        return dialect;
      }
    }
    throw new IllegalArgumentException(
        "--database="
            + url.replaceAll("[?;].*", "")
            + " is of no kind that is known; give a file, jdbc:h2:… or jdbc:postgresql:…");
  }

  /** Opens one to a database that is there: in one that was just created, all would seem lost. */
  Connection openExisting(String url) throws SQLException {
    return open(url + noneIsCreated);
  }

  /** Opens a connection, whose transactions end by a commit. */
  Connection open(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url + settings);
    try {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  /** Lets all reads of a transaction see what was committed at one moment. */
  abstract void seeOneMoment(Connection connection) throws SQLException;
}
