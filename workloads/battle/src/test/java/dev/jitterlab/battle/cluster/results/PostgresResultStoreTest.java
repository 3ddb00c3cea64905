package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.program.OwnPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as with H2, and what only a server does: it goes away and comes back. */
class PostgresResultStoreTest extends ResultStoreTest {
  @TempDir private static Path shared;
  private static OwnPostgres server;

  @BeforeAll
  static void startServer() throws Exception {
    assumeTrue(
        OwnPostgres.programs().isPresent(),
        "needs `command -v initdb || ls /usr/lib/postgresql/*/bin/initdb`: apt-get install"
            + " postgresql");
    shared.toFile().setExecutable(true, false); // for the server's user
    server = OwnPostgres.start(shared);
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void empty() throws Exception {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA public CASCADE");
      statement.execute("CREATE SCHEMA public");
    }
  }

  @Override
  String database() {
    return server.url();
  }

  @Test
  void goesOnWithANewConnectionWhenTheServerWasAway() throws Exception {
    try (StoreThread store = new StoreThread(ResultStore.open(database()))) {
      long ann = player(store);
      server.close();
      ExecutionException away = assertThrows(ExecutionException.class, () -> player(store));
      assertEquals(
          "the database does not answer as it should; try again later",
          away.getCause().getMessage());
      server.resume();
      assertEquals(ann, player(store));
    }
  }

  private static long player(StoreThread store) throws Exception {
    long[] player = new long[1];
    store
        .ask(
            asked -> {
              player[0] = asked.player("ann");
              return JsonAnswer.ok(StrictJson.object());
            })
        .get();
    return player[0];
  }
}
