package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
  @TempDir private Path folder;

  @Test
  void aDatabaseOfTheFirstVersionKeepsItsPlayersAndResults() throws Exception {
    inDatabase(
        "CREATE TABLE players(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            + " name VARCHAR(64) NOT NULL UNIQUE, skill DOUBLE PRECISION NOT NULL,"
            + " played INT NOT NULL, won INT NOT NULL)",
        "CREATE TABLE results(number BIGINT GENERATED ALWAYS AS IDENTITY,"
            + " server VARCHAR(64) NOT NULL, battle BIGINT NOT NULL, version VARCHAR(64) NOT NULL,"
            + " mode VARCHAR(32) NOT NULL, ending VARCHAR(32) NOT NULL,"
            + " seconds DOUBLE PRECISION NOT NULL, players INT NOT NULL,"
            + " PRIMARY KEY(server, battle))",
        "INSERT INTO players(name, skill, played, won) VALUES('ann', 1016, 1, 1)",
        "INSERT INTO results(server, battle, version, mode, ending, seconds, players)"
            + " VALUES('s', 7, 'v', 'boss', 'score', 3, 1)");
    try (ResultStore store = ResultStore.open(file())) {
      long ann = store.player("ann");
      assertEquals(1_016, store.record(ann).path("skill").asDouble());
      assertEquals(7, store.newest(1).path(0).path("battle").asLong());
      BattleResult again =
          new BattleResult(
              "s", 8, "v", "boss", "score", 3, List.of(new BattleResult.Player(ann, true)));
      assertTrue(store.add(again));
      assertEquals(1, store.newest(1).path(0).path("players").size());
    }
  }

  @Test
  void aDatabaseOfANewerProgramIsLeftAsItIs() throws Exception {
    ResultStore.open(file()).close();
    inDatabase("INSERT INTO schema_version(version) VALUES(" + (Migrations.newest() + 1) + ")");
    SQLException refused = assertThrows(SQLException.class, () -> ResultStore.open(file()));
    assertTrue(refused.getMessage().contains("start the newer program"), refused.getMessage());
  }

  @Test
  void messagesNameADatabaseWithoutItsPassword() {
    assertEquals(
        "jdbc:postgresql://127.0.0.1/battle",
        Database.name("jdbc:postgresql://127.0.0.1/battle?user=ann&password=secret"));
    assertEquals("/data/a?b", Database.name("/data/a?b"));
  }

  private String file() {
    return folder.resolve("store").toString();
  }

  private void inDatabase(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + file());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }
}
