package dev.jitterlab.battle.cluster.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.battle.http.JsonAnswer;
import dev.jitterlab.battle.http.StrictJson;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as with H2, and what only a server does: it goes away and comes back. */
class PostgresResultStoreTest extends ResultStoreTest {
  @TempDir private static Path shared;
  private static PostgresServer server;

  @BeforeAll
  static void startServer() throws Exception {
    Optional<Path> binaries = PostgresServer.binaries();
    assumeTrue(
        binaries.isPresent(),
        "needs `command -v initdb || ls /usr/lib/postgresql/*/bin/initdb`: apt-get install"
            + " postgresql");
    shared.toFile().setExecutable(true, false); // for the server's user
    server = PostgresServer.start(binaries.get(), shared);
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void empty() throws Exception {
    server.clear();
  }

  @Override
  String database() {
    return server.url();
  }

  @Test
  void goesOnWithANewConnectionWhenTheServerWasAway() throws Exception {
    try (StoreThread store = new StoreThread(ResultStore.open(database()))) {
      long ann = player(store);
      server.kill();
      ExecutionException away = assertThrows(ExecutionException.class, () -> player(store));
      assertEquals(
          "the database does not answer as it should; try again later",
          away.getCause().getMessage());
      server.start();
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
