package dev.jitterlab.business.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
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
  void goesOnWithItsDatabaseAndRefusesThatOfAnotherCompany(@TempDir Path folder) throws Exception {
    String file = folder.resolve("books").toString();
    try (TransactionStore first = SqlStore.open(file, SIZE, CATALOGUE, SEED);
        StoreSession session = first.session()) {
      session.execute(Wish.payment(0, 0, 0, 100));
    }
    try (TransactionStore again = SqlStore.open(file, SIZE, CATALOGUE, SEED);
        StoreSession session = again.session()) {
      assertEquals(1, session.execute(Wish.payment(0, 0, 0, 100)).number());
    }
    CompanySize larger = new CompanySize(2, 6, 50, 40);
    StoreException other =
        assertThrows(
            StoreException.class, () -> SqlStore.open(file, larger, new Catalogue(SEED, 50), SEED));
    assertTrue(
        other.getMessage().contains("--customers=5 --products=50 --seed=7"), other.getMessage());
  }
}
