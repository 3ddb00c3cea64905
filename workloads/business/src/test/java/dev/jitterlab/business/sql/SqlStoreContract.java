package dev.jitterlab.business.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.StoreContract;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store in a database promises besides. */
abstract class SqlStoreContract extends StoreContract {
  /** Changes the open store's tables behind its back. */
  protected abstract void run(String sql) throws SQLException;

  /** Returns where the open store's books are. */
  protected abstract String database();

  @Override
  protected void spoil() throws SQLException {
    run("UPDATE customer SET balance = balance + 1 WHERE id = 0");
  }

  @Test
  void goesOnWithItsDatabaseAndRefusesThatOfAnotherCompany() throws Exception {
    session().execute(Wish.payment(0, 0, 0, 100));
    try (TransactionStore again = SqlStore.open(database(), SIZE, CATALOGUE, SEED);
        StoreSession other = again.session()) {
      assertEquals(1, other.execute(Wish.payment(0, 0, 0, 100)).number());
    }
    CompanySize larger = new CompanySize(2, 6, 50, 40);
    StoreException refused =
        assertThrows(
            StoreException.class,
            () -> SqlStore.open(database(), larger, new Catalogue(SEED, 50), SEED));
    assertTrue(
        refused.getMessage().contains("--customers=5 --products=50 --seed=7"),
        refused.getMessage());
  }

  @Test
  void aRowThatIsMissingFailsTheTransactionInWords() throws Exception {
    run("DELETE FROM district WHERE warehouse = 0 AND id = 3");
    StoreException failed =
        assertThrows(StoreException.class, () -> session().execute(Wish.payment(0, 3, 0, 100)));
    assertTrue(failed.getMessage().contains("0 rows changed instead of one"), failed.getMessage());
  }

  /** Such an order would never be delivered: deliveries go by the numbers. */
  @Test
  void openOrdersThatDoNotFitTheNumbersAreTold() throws Exception {
    session().execute(order(0, 1, 1));
    session().execute(order(0, 1, 1));
    session().execute(Wish.delivery(0, 6));
    assertEquals(List.of(), store().reconcile(3));

    run("UPDATE district SET oldest_open = oldest_open + 1 WHERE warehouse = 0 AND id = 3");

    assertEquals(List.of("open orders of district 0/3: 1 instead of 0"), store().reconcile(3));
  }

  /** All other sums of the order and its district stay as they were. */
  @Test
  void theAuditFindsALineOfAnotherProduct() throws Exception {
    session().execute(order(0, 1, 4));
    assertEquals(List.of(), audited());

    run("UPDATE order_line SET product = 2");

    assertEquals(
        List.of(
            "units sold of product 0/1: 4 instead of 0",
            "units sold of product 0/2: 0 instead of 4"),
        audited());
  }

  private List<String> audited() throws StoreException {
    try (AcknowledgedCheck check = AcknowledgedCheck.open(database())) {
      check.compareAll();
      return check.problems();
    }
  }
}
