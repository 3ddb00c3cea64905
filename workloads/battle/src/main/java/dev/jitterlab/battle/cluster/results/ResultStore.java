package dev.jitterlab.battle.cluster.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Players and results in an embedded database, H2, in one file. What a method has returned from is
 * on the disk's side of a kill. One connection: not thread-safe, and every method waits for the
 * disk.
 */
final class ResultStore implements AutoCloseable {
  private static final String[] SCHEMA = {
    "CREATE TABLE IF NOT EXISTS players(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        + " name VARCHAR(64) NOT NULL UNIQUE, skill DOUBLE PRECISION NOT NULL,"
        + " played INT NOT NULL, won INT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS results(number BIGINT GENERATED ALWAYS AS IDENTITY,"
        + " server VARCHAR(64) NOT NULL, battle BIGINT NOT NULL, version VARCHAR(64) NOT NULL,"
        + " mode VARCHAR(32) NOT NULL, ending VARCHAR(32) NOT NULL,"
        + " seconds DOUBLE PRECISION NOT NULL, players INT NOT NULL, PRIMARY KEY(server, battle))"
  };

  private final Connection database;

  /** Opens the database in that file (H2 adds {@code .mv.db}), and makes it if there is none. */
  ResultStore(Path file) throws SQLException {
    database =
        DriverManager.getConnection(
            "jdbc:h2:file:" + file.toAbsolutePath() + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0");
    for (String table : SCHEMA) {
      try (PreparedStatement statement = database.prepareStatement(table)) {
        statement.execute();
      }
    }
    database.setAutoCommit(false);
  }

  /** Returns the id of the player of that name, who is added if there is none. */
  long player(String name) throws SQLException {
    try (PreparedStatement find =
        database.prepareStatement("SELECT id FROM players WHERE name = ?")) {
      find.setString(1, name);
      try (ResultSet found = find.executeQuery()) {
        if (found.next()) {
          return found.getLong(1);
        }
      }
    }
    try (PreparedStatement add =
        database.prepareStatement(
            "INSERT INTO players(name, skill, played, won) VALUES(?, ?, 0, 0)",
            new String[] {"ID"})) {
      add.setString(1, name);
      add.setDouble(2, Elo.INITIAL);
      add.executeUpdate();
      try (ResultSet keys = add.getGeneratedKeys()) {
        keys.next();
        long id = keys.getLong(1);
        database.commit();
        return id;
      }
    }
  }

  /** Returns a player's record; null when there is no such player. */
  ObjectNode record(long id) throws SQLException {
    try (PreparedStatement find =
        database.prepareStatement("SELECT name, skill, played, won FROM players WHERE id = ?")) {
      find.setLong(1, id);
      try (ResultSet found = find.executeQuery()) {
        return !found.next()
            ? null
            : StrictJson.object()
                .put("player", id)
                .put("name", found.getString(1))
                .put("skill", found.getDouble(2))
                .put("played", found.getInt(3))
                .put("won", found.getInt(4));
      }
    }
  }

  /**
   * Keeps a result and changes its players' records, both or none; false, and nothing happens, when
   * that server's battle has a result already. Players whom nobody knows are passed over.
   */
  boolean add(BattleResult result) throws SQLException {
    try {
      if (isKnown(result)) {
        return false;
      }
      insert(result);
      changeRecords(result);
      database.commit();
      return true;
    } finally {
      database.rollback(); // of what was not committed
    }
  }

  private boolean isKnown(BattleResult result) throws SQLException {
    try (PreparedStatement find =
        database.prepareStatement("SELECT 1 FROM results WHERE server = ? AND battle = ?")) {
      find.setString(1, result.server);
      find.setLong(2, result.battle);
      try (ResultSet found = find.executeQuery()) {
        return found.next();
      }
    }
  }

  private void insert(BattleResult result) throws SQLException {
    try (PreparedStatement add =
        database.prepareStatement(
            "INSERT INTO results(server, battle, version, mode, ending, seconds, players)"
                + " VALUES(?, ?, ?, ?, ?, ?, ?)")) {
      add.setString(1, result.server);
      add.setLong(2, result.battle);
      add.setString(3, result.version);
      add.setString(4, result.mode);
      add.setString(5, result.ending);
      add.setDouble(6, result.seconds);
      add.setInt(7, result.players.size());
      add.executeUpdate();
    }
  }

  private void changeRecords(BattleResult result) throws SQLException {
    Map<Long, Double> skills = new HashMap<>();
    double winnersSkill = 0;
    double othersSkill = 0;
    int winners = 0;
    int others = 0;
    for (BattleResult.Player player : result.players) {
      ObjectNode record = record(player.id);
      if (record != null) {
        double skill = record.get("skill").doubleValue();
        skills.put(player.id, skill);
        if (player.won) {
          winnersSkill += skill;
          winners++;
        } else {
          othersSkill += skill;
          others++;
        }
      }
    }
    double gain =
        winners == 0 || others == 0 ? 0 : Elo.gain(winnersSkill / winners, othersSkill / others);
    double loss = others == 0 ? 0 : gain * winners / others;
    try (PreparedStatement change =
        database.prepareStatement(
            "UPDATE players SET skill = ?, played = played + 1, won = won + ? WHERE id = ?")) {
      for (BattleResult.Player player : result.players) {
        Double skill = skills.get(player.id);
        if (skill != null) {
          change.setDouble(1, player.won ? skill + gain : skill - loss);
          change.setInt(2, player.won ? 1 : 0);
          change.setLong(3, player.id);
          change.executeUpdate();
        }
      }
    }
  }

  /** Returns the newest results, newest first. */
  ArrayNode newest(int most) throws SQLException {
    ArrayNode results = StrictJson.array();
    try (PreparedStatement find =
        database.prepareStatement(
            "SELECT server, battle, version, mode, ending, seconds, players FROM results"
                + " ORDER BY number DESC FETCH FIRST ? ROWS ONLY")) {
      find.setInt(1, most);
      try (ResultSet found = find.executeQuery()) {
        while (found.next()) {
          results.add(
              StrictJson.object()
                  .put("server", found.getString(1))
                  .put("battle", found.getLong(2))
                  .put("version", found.getString(3))
                  .put("mode", found.getString(4))
                  .put("ending", found.getString(5))
                  .put("seconds", found.getDouble(6))
                  .put("players", found.getInt(7)));
        }
      }
    }
    return results;
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
