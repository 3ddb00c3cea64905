package dev.jitterlab.business.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.business.server.KilledServer;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.program.OwnPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
  protected String database() {
    return server.url();
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

  /** What the failed try had put aside must not be booked by the next. */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void anOrderThatLostADeadlockIsTriedAgainFromItsBeginning() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Connection other = DriverManager.getConnection(server.url());
        Statement otherStatement = other.createStatement()) {
      other.setAutoCommit(false);
      otherStatement.execute("SET deadlock_timeout = '60s'"); // the order is the one that loses
      otherStatement.execute("UPDATE stock SET sold = sold WHERE warehouse = 0 AND product = 1");
      Future<Receipt> receipt = thread.submit(() -> session().execute(order(0, 1, 1)));
      awaitOneThatWaits();
      otherStatement.execute("UPDATE district SET received = received WHERE warehouse = 0");
      other.rollback();

      assertEquals(ReceiptResult.DONE, receipt.get(60, TimeUnit.SECONDS).result());
      assertEquals(1, store().retries());
      assertEquals(List.of(), store().reconcile(3));
    } finally {
      thread.shutdownNow();
    }
  }

  private static void awaitOneThatWaits() throws Exception {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      boolean waits = false;
      while (!waits) {
        Thread.sleep(10);
        try (ResultSet waiting =
            statement.executeQuery("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")) {
          waiting.next();
          waits = waiting.getInt(1) > 0;
        }
      }
    }
  }

  @Override
  protected int transactionsOfAThread() {
    return 150;
  }
}
