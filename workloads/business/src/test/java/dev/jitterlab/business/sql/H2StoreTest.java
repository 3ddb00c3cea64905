package dev.jitterlab.business.sql;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2StoreTest extends SqlStoreContract {
  private static int databases;
  private String url;

  @Override
  protected TransactionStore open() throws StoreException {
    url = "jdbc:h2:mem:business" + databases++;
    return SqlStore.open(url, SIZE, CATALOGUE, SEED);
  }

  @Override
  protected String database() {
    return url;
  }

  @Override
  protected void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  protected int transactionsOfAThread() {
    return 500;
  }

  @Test
  void theAuditCreatesNoDatabase(@TempDir Path folder) {
    String mistyped = folder.resolve("boks").toString();
    StoreException e = assertThrows(StoreException.class, () -> AcknowledgedCheck.open(mistyped));
    assertTrue(e.getMessage().startsWith("--database=" + mistyped), e.getMessage());
    assertFalse(Files.exists(folder.resolve("boks.mv.db")));
  }
}
