package dev.jitterlab.chat.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.program.OwnPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as with H2, and what only a server does: it is killed and comes back. */
class PostgresHistoryTest extends StoredHistoryTest {
  @TempDir private static Path shared;
  private static OwnPostgres server;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        OwnPostgres.programs().isPresent(),
        "needs `command -v initdb || ls /usr/lib/postgresql/*/bin/initdb`: apt-get install"
            + " postgresql");
    shared.toFile().setExecutable(true, false); // for the server's user
    server = OwnPostgres.start(shared);
  }

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  String url() throws Exception {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS chat_message");
    }
    return server.url();
  }

  @Test
  void whatWasSaidWhileTheServerWasGoneIsWrittenWhenItIsBack() throws Exception {
    String url = url();
    try (StoredHistory history = StoredHistory.open(url, 9, 100, counters)) {
      history.said(message("hall", "before"));
      while (counters.historyStored.sum() < 1) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      server.close();
      for (int i = 0; i < 5; i++) {
        history.said(message("hall", "while " + i));
      }
      while (counters.historyFailures.sum() < 1) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      server.resume();
      while (counters.historyStored.sum() < 6) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    assertEquals(0, counters.historyLeftOut.sum());
    try (StoredHistory history = StoredHistory.open(url, 9, 100, counters)) {
      assertEquals(
          List.of("before", "while 0", "while 1", "while 2", "while 3", "while 4"),
          texts(history, "hall"));
    }
    assertTrue(counters.historyFailures.sum() > 0);
  }
}
