package dev.jitterlab.business.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.business.server.KilledServer;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.program.OwnPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresStoreTest extends SqlStoreContract {
  @TempDir private static Path folder;
  private static OwnPostgres server;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        OwnPostgres.programs().isPresent(),
        "needs `command -v initdb || ls /usr/lib/postgresql/*/bin/initdb`: apt-get install"
            + " postgresql");
    folder.toFile().setExecutable(true, false); // for the server's user
    server = OwnPostgres.start(folder);
  }

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected TransactionStore open() throws SQLException, StoreException {
    run("DROP SCHEMA public CASCADE");
    run("CREATE SCHEMA public");
    return SqlStore.open(server.url(), SIZE, CATALOGUE, SEED);
  }

  @Override
  protected void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** It kills a real server on this database. */
  @Test
  void whatWasAcknowledgedIsThereAfterAKill(@TempDir Path ofServer) throws Exception {
    run("DROP SCHEMA public CASCADE");
    run("CREATE SCHEMA public");
    KilledServer killed = new KilledServer(ofServer);
    killed.workAndKill("postgresql", server.url());
    killed.assertNothingIsLostOrMadeUp(server.url());
  }

  @Override
  protected int transactionsOfAThread() {
    return 150;
  }
}
