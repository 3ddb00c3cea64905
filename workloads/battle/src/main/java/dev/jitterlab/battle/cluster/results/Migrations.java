package dev.jitterlab.battle.cluster.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The versions of the database's tables. Each is a script; a database that is behind gets the
 * scripts that it lacks, in their order. A script that has been released is never changed: a change
 * is another script. Scripts are plain enough for H2 and PostgreSQL alike, and can be run again
 * after a kill in the middle.
 */
final class Migrations {
  /** Version 1 is the first. */
  private static final List<String> SCRIPTS =
      List.of("1-players-and-results.sql", "2-players-of-results.sql", "3-bans.sql");

  private Migrations() {}

  /** Returns the version that this program needs. */
  static int newest() {
    return SCRIPTS.size();
  }

  /**
   * Brings a database up to date, and commits each step.
   *
   * @param connection with auto-commit off
   * @throws SQLException if a step fails, or a newer program has changed the tables already
   */
  static void apply(Connection connection) throws SQLException {
    run(connection, "CREATE TABLE IF NOT EXISTS schema_version(version INT PRIMARY KEY)");
    connection.commit();
    int version = version(connection);
    if (version > newest()) {
      throw new SQLException(
          "its tables have version "
              + version
              + ", and this program knows versions up to "
              + newest()
              + "; start the newer program");
    }
    for (; version < newest(); version++) {
      for (String statement : script(SCRIPTS.get(version)).split(";\\s*\n", -1)) {
        if (!statement.isBlank()) {
          run(connection, statement);
        }
      }
      run(connection, "INSERT INTO schema_version(version) VALUES(" + (version + 1) + ")");
      connection.commit();
    }
  }

  private static int version(Connection connection) throws SQLException {
    try (Statement ask = connection.createStatement();
        ResultSet newest = ask.executeQuery("SELECT MAX(version) FROM schema_version")) {
      newest.next();
      return newest.getInt(1); // 0 for none
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String script(String name) {
    try (InputStream script = Migrations.class.getResourceAsStream(name)) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
