package dev.jitterlab.business.sql;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

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
}
