package dev.jitterlab.business.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.StoreContract;
import dev.jitterlab.business.trade.TransactionMix;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.Wishes;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryStoreTest extends StoreContract {
  private MemoryStore memory;

  @Override
  protected TransactionStore open() {
    memory = new MemoryStore(SIZE, CATALOGUE);
    return memory;
  }

  @Override
  protected void spoil() {
    memory.warehouse(0).district(0).customer(0).pay(1, "");
  }

  @Override
  protected int transactionsOfAThread() {
    return 5_000;
  }

  @Test
  void aStockThatLosesOneIsFound() {
    memory.warehouse(0).take(4, 1);
    assertEquals(
        List.of("all warehouses: they sold units 1, customers ordered units 0"),
        memory.reconcile(0));
  }

  /** The check that waits for a lock must not count what was sold, and forget who ordered it. */
  @Test
  @Timeout(30)
  void aWarehouseMayComeWhileTheSumsAreCompared() throws Exception {
    memory.warehouse(0).lock();
    FutureTask<List<String>> check = new FutureTask<>(() -> memory.reconcile(1));
    Thread checking = new Thread(check, "checking");
    checking.start();
    while (checking.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    memory.addWarehouse();
    Wishes wishes = new Wishes(1, TransactionMix.parse("order:1"), SIZE);
    while (memory.warehouse(1).soldUnits() == 0) {
      memory.session().execute(wishes.next(2, 3));
    }
    memory.warehouse(0).unlock();
    assertEquals(List.of(), check.get());
  }

  @Test
  void aDistrictThatIsFullOfOpenOrdersRefusesAndGoesOnAfterADelivery() throws Exception {
    Wishes wishes = new Wishes(1, TransactionMix.parse("order:1"), SIZE);
    int refused = 0;
    for (int i = 0; i < 10 * SIZE.ordersKept() * 4; i++) {
      if (memory.session().execute(wishes.next(0, 1)).result() == ReceiptResult.REFUSED) {
        refused++;
      }
    }
    assertEquals(
        10L * SIZE.ordersKept(),
        memory.warehouse(0).district(0).next() * 10,
        "a district keeps " + SIZE.ordersKept());
    int delivered = memory.session().execute(Wish.delivery(0, 1)).delivered().size();
    assertEquals(10, delivered);
    assertEquals(List.of(), memory.reconcile(0), refused + " were refused");
  }
}
