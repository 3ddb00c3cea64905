package dev.jitterlab.battle.cluster.results;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Players and results in a {@link Database}. What a method has returned from is on the disk's side
 * of a kill. One connection: not thread-safe, and every method waits for the disk. After each
 * question, {@link #settle} is called.
 */
final class ResultStore implements AutoCloseable {
  private static final String ALREADY_THERE = "23505"; // both databases' state

  private final Database database;

  private ResultStore(Database database) {
    this.database = database;
  }

  /**
   * Opens the store.
   *
   * @param database a file, to which H2 adds {@code .mv.db}, or {@code jdbc:…}
   */
  static ResultStore open(String database) throws SQLException {
    return new ResultStore(Database.open(database));
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return database.connection().prepareStatement(sql);
  }

  private PreparedStatement prepareInsert(String sql) throws SQLException {
    return database.connection().prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
  }

  /** Returns the id of the player of that name, who is added if there is none. */
  long player(String name) throws SQLException {
    try (PreparedStatement find = prepare("SELECT id FROM players WHERE name = ?")) {
      find.setString(1, name);
      try (ResultSet found = find.executeQuery()) {
        if (found.next()) {
          return found.getLong(1);
        }
      }
    }
    try (PreparedStatement add =
        prepareInsert("INSERT INTO players(name, skill, played, won) VALUES(?, ?, 0, 0)")) {
      add.setString(1, name);
      add.setDouble(2, Elo.INITIAL);
      add.executeUpdate();
      try (ResultSet keys = add.getGeneratedKeys()) {
        keys.next();
        long id = keys.getLong("id");
        database.connection().commit();
        return id;
      }
    }
  }

  /** Returns a player's record; null when there is no such player. */
  ObjectNode record(long id) throws SQLException {
    try (PreparedStatement find =
        prepare("SELECT name, skill, played, won FROM players WHERE id = ?")) {
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

  /** Returns until when a player is banned, in seconds since the epoch; 0 for not at all. */
  long bannedUntil(long player, long nowSeconds) throws SQLException {
    return AccountBans.until(database.connection(), player, nowSeconds);
  }

  /** A battle server kicked a player at a time; returns until when he is banned. */
  long kicked(long player, long atSeconds, long nowSeconds) throws SQLException {
    return AccountBans.kicked(database.connection(), player, atSeconds, nowSeconds);
  }

  /** Bans a player until then; 0 pardons him. */
  void ban(long player, long untilSeconds) throws SQLException {
    AccountBans.ban(database.connection(), player, untilSeconds);
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
      database.connection().commit();
      return true;
    } catch (SQLException e) {
      if (ALREADY_THERE.equals(e.getSQLState())) {
        return false; // another store on the same database was quicker
      }
      throw e;
    } finally {
      database.settle();
    }
  }

  private boolean isKnown(BattleResult result) throws SQLException {
    try (PreparedStatement find =
        prepare("SELECT 1 FROM results WHERE server = ? AND battle = ?")) {
      find.setString(1, result.server);
      find.setLong(2, result.battle);
      try (ResultSet found = find.executeQuery()) {
        return found.next();
      }
    }
  }

  private void insert(BattleResult result) throws SQLException {
    try (PreparedStatement add =
        prepareInsert(
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
      try (ResultSet keys = add.getGeneratedKeys()) {
        keys.next();
        insertPlayers(keys.getLong("number"), result);
      }
    }
  }

  private void insertPlayers(long number, BattleResult result) throws SQLException {
    try (PreparedStatement add =
        prepare("INSERT INTO result_players(result, place, player, won) VALUES(?, ?, ?, ?)")) {
      for (int i = 0; i < result.players.size(); i++) {
        add.setLong(1, number);
        add.setInt(2, i);
        add.setLong(3, result.players.get(i).id);
        add.setBoolean(4, result.players.get(i).won);
        add.addBatch();
      }
      add.executeBatch();
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
        prepare("UPDATE players SET skill = ?, played = played + 1, won = won + ? WHERE id = ?")) {
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

  /** Returns how many results there are. */
  long count() throws SQLException {
    try (PreparedStatement ask = prepare("SELECT COUNT(*) FROM results");
        ResultSet counted = ask.executeQuery()) {
      counted.next();
      return counted.getLong(1);
    } finally {
      settle();
    }
  }

  /** Returns the newest results, newest first. */
  ArrayNode newest(int most) throws SQLException {
    return results("ORDER BY number DESC", Long.MIN_VALUE, most);
  }

  /** Returns the results after that number in the order in which they came. */
  ArrayNode after(long number, int most) throws SQLException {
    return results("ORDER BY number", number, most);
  }

  private ArrayNode results(String order, long after, int most) throws SQLException {
    Map<Long, ObjectNode> results = new LinkedHashMap<>();
    try (PreparedStatement find =
        prepare(
            "SELECT number, server, battle, version, mode, ending, seconds FROM results"
                + " WHERE number > ? "
                + order
                + " FETCH FIRST ? ROWS ONLY")) {
      find.setLong(1, after);
      find.setInt(2, most);
      try (ResultSet found = find.executeQuery()) {
        while (found.next()) {
          ObjectNode result =
              StrictJson.object()
                  .put("number", found.getLong(1))
                  .put("server", found.getString(2))
                  .put("battle", found.getLong(3))
                  .put("version", found.getString(4))
                  .put("mode", found.getString(5))
                  .put("ending", found.getString(6))
                  .put("seconds", found.getDouble(7));
          result.putArray("players");
          results.put(found.getLong(1), result);
        }
      }
    }
    addPlayers(results);
    ArrayNode all = StrictJson.array();
    results.values().forEach(all::add);
    return all;
  }

  private void addPlayers(Map<Long, ObjectNode> results) throws SQLException {
    if (results.isEmpty()) {
      return;
    }
    try (PreparedStatement find =
        prepare(
            "SELECT result, player, won FROM result_players WHERE result BETWEEN ? AND ?"
                + " ORDER BY result, place")) {
      find.setLong(1, Collections.min(results.keySet()));
      find.setLong(2, Collections.max(results.keySet()));
      try (ResultSet found = find.executeQuery()) {
        while (found.next()) {
          ObjectNode result = results.get(found.getLong(1));
          if (result != null) {
            result
                .withArray("/players")
                .addObject()
                .put("player", found.getLong(2))
                .put("won", found.getBoolean(3));
          }
        }
      }
    }
  }

  /** Ends what a question has begun. */
  void settle() {
    database.settle();
  }

  /** Looks whether the database is still there, after a question that failed. */
  void check() throws SQLException {
    database.check();
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
