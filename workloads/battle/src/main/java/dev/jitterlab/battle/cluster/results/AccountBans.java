package dev.jitterlab.battle.cluster.results;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Who gets no ticket and no battle in the whole cluster, until when. A kick by a battle server bans
 * the account for a minute, and for twice as long as the time before with each further one within a
 * day; no ban by kicks is longer than a day. Works on a connection of its owner, with auto-commit
 * off, and commits.
 */
final class AccountBans {
  static final long FIRST_SECONDS = 60;
  static final long LONGEST_SECONDS = 86_400;

  /** Kicks longer ago than this are forgotten. */
  private static final long MEMORY_SECONDS = 86_400;

  private static final int MOST_DOUBLINGS = 20;

  /** A player's row. */
  private static final class Ban {
    long untilSeconds;
    int kicks;
    long kickedSeconds;
  }

  private AccountBans() {}

  /** Returns until when a player is banned, in seconds since the epoch; 0 for not at all. */
  static long until(Connection database, long player, long nowSeconds) throws SQLException {
    long untilSeconds = find(database, player).untilSeconds;
    return untilSeconds <= nowSeconds ? 0 : untilSeconds;
  }

  /**
   * A battle server has kicked a player; returns until when he is banned. A kick that is no newer
   * than the last one is that one again: its server did not get the answer.
   *
   * @param atSeconds when it kicked him
   */
  static long kicked(Connection database, long player, long atSeconds, long nowSeconds)
      throws SQLException {
    Ban ban = find(database, player);
    if (atSeconds <= ban.kickedSeconds) {
      return ban.untilSeconds;
    }
    boolean isRecent = atSeconds - ban.kickedSeconds < MEMORY_SECONDS;
    ban.kicks = isRecent ? ban.kicks + 1 : 1;
    ban.kickedSeconds = atSeconds;
    long seconds = FIRST_SECONDS << Math.min(ban.kicks - 1, MOST_DOUBLINGS);
    ban.untilSeconds = Math.max(ban.untilSeconds, nowSeconds + Math.min(seconds, LONGEST_SECONDS));
    keep(database, player, ban);
    return ban.untilSeconds;
  }

  /** Bans a player until then; 0 pardons him, kicks and all. */
  static void ban(Connection database, long player, long untilSeconds) throws SQLException {
    Ban ban = find(database, player);
    ban.untilSeconds = untilSeconds;
    ban.kicks = untilSeconds == 0 ? 0 : ban.kicks;
    keep(database, player, ban);
  }

  /** Returns a player's row, an empty one if he has none. */
  private static Ban find(Connection database, long player) throws SQLException {
    try (PreparedStatement ask =
        database.prepareStatement(
            "SELECT until_seconds, kicks, kicked_seconds FROM bans WHERE player = ?")) {
      ask.setLong(1, player);
      try (ResultSet row = ask.executeQuery()) {
        Ban ban = new Ban();
        if (row.next()) {
          ban.untilSeconds = row.getLong(1);
          ban.kicks = row.getInt(2);
          ban.kickedSeconds = row.getLong(3);
        }
        return ban;
      }
    }
  }

  private static void keep(Connection database, long player, Ban ban) throws SQLException {
    try (PreparedStatement forget = database.prepareStatement("DELETE FROM bans WHERE player = ?");
        PreparedStatement add =
            database.prepareStatement(
                "INSERT INTO bans(player, until_seconds, kicks, kicked_seconds)"
                    + " VALUES(?, ?, ?, ?)")) {
      forget.setLong(1, player);
      forget.executeUpdate();
      add.setLong(1, player);
      add.setLong(2, ban.untilSeconds);
      add.setInt(3, ban.kicks);
      add.setLong(4, ban.kickedSeconds);
      add.executeUpdate();
    }
    database.commit();
  }
}
