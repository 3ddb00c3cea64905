package dev.jitterlab.business.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.StoreContract;
import dev.jitterlab.business.trade.TransactionMix;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.Wishes;
import java.util.List;
import org.junit.jupiter.api.Test;

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
