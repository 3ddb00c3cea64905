package dev.jitterlab.chat.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.program.OwnPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
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
    List<String> expected = new ArrayList<>(List.of("before"));
    try (StoredHistory history = StoredHistory.open(url, 99, 100, counters)) {
      history.said(message("hall", "before"));
      while (counters.historyStored.sum() < 1) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
      server.close();
      // The connection's own process ends a little later, and may still write until then.
      while (counters.historyFailures.sum() < 1) {
        String text = "while " + (expected.size() - 1);
        history.said(message("hall", text));
        expected.add(text);
        TimeUnit.MILLISECONDS.sleep(200);
      }
      server.resume();
      while (counters.historyStored.sum() < expected.size()) {
        TimeUnit.MILLISECONDS.sleep(2);
      }
    }
    assertEquals(0, counters.historyLeftOut.sum());
    try (StoredHistory history = StoredHistory.open(url, 99, 100, counters)) {
      assertEquals(expected, texts(history, "hall"));
    }
    assertTrue(counters.historyFailures.sum() > 0);
  }
}
