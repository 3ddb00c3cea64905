package dev.jitterlab.business.trade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store promises. */
@Timeout(120)
public abstract class StoreContract {
  protected static final long SEED = 7;
  protected static final CompanySize SIZE = new CompanySize(2, 5, 50, 40);
  protected static final Catalogue CATALOGUE = new Catalogue(SEED, SIZE.products());

  private TransactionStore store;
  private StoreSession session;

  /** Opens an empty store of {@link #SIZE}. */
  protected abstract TransactionStore open() throws Exception;

  /** Makes sums disagree: what a transaction that happens by half would leave behind. */
  protected abstract void spoil() throws Exception;

  /** How many transactions each thread makes in the test with many. */
  protected abstract int transactionsOfAThread();

  @BeforeEach
  void openStore() throws Exception {
    store = open();
    session = store.session();
  }

  @AfterEach
  void closeStore() throws Exception {
    session.close();
    store.close();
  }

  protected final TransactionStore store() {
    return store;
  }

  protected final StoreSession session() {
    return session;
  }

  /** An order of a customer of district 3 of warehouse 0. */
  protected static Wish order(int supplier, int product, int quantity) {
    return Wish.order(0, 3, 2, List.of(new WishLine(supplier, product, quantity)));
  }

  private void assertAgrees() throws StoreException {
    for (int turn = 0; turn < SIZE.warehouses() * CompanySize.DISTRICTS; turn++) {
      assertEquals(List.of(), store.reconcile(turn));
    }
  }

  @Test
  void numbersOrdersOfADistrictAndTakesThePriceLessTheDiscount() throws Exception {
    Receipt first = session.execute(order(0, 9, 4));
    Receipt second = session.execute(order(1, 9, 4));
    assertEquals(0, first.number());
    assertEquals(1, second.number());
    assertEquals(
        CATALOGUE.product(9).priceCents() * 4 * (100 - CATALOGUE.discountPercent(0, 3, 2)) / 100,
        first.cents());
    assertEquals(4, first.units());
    assertEquals("order 0 3 1 " + second.cents() + " 4", second.acknowledgement());
    assertTrue(first.text().contains(CATALOGUE.product(9).name()), first.text());
    assertAgrees();
  }

  @Test
  void anOrderOfWhatDoesNotExistLeavesNothingBehind() throws Exception {
    Receipt cancelled =
        session.execute(
            Wish.order(
                0, 3, 2, List.of(new WishLine(0, 1, 5), new WishLine(0, SIZE.products(), 1))));
    assertEquals(ReceiptResult.CANCELLED, cancelled.result());
    assertFalse(cancelled.isChange());
    assertAgrees();
    assertEquals(
        ReceiptResult.NOTHING, session.execute(Wish.orderStatus(0, 3, 2)).result(), "no order");
    assertEquals(0, session.execute(order(0, 1, 5)).number(), "no number was used");
  }

  @Test
  void deliversTheOldestOpenOrderOfEachDistrictOnce() throws Exception {
    session.execute(order(0, 1, 1));
    session.execute(order(0, 2, 1));
    Receipt delivery = session.execute(Wish.delivery(0, 6));
    assertEquals("delivery 0 3:0", delivery.acknowledgement());
    assertTrue(session.execute(Wish.orderStatus(0, 3, 2)).text().contains("open"));
    assertEquals("delivery 0 3:1", session.execute(Wish.delivery(0, 6)).acknowledgement());
    assertTrue(session.execute(Wish.orderStatus(0, 3, 2)).text().contains("delivered by 6"));
    assertEquals(ReceiptResult.NOTHING, session.execute(Wish.delivery(0, 6)).result());
    assertAgrees();
  }

  @Test
  void aPaymentIsNumberedAndNoted() throws Exception {
    session.execute(Wish.payment(1, 4, 2, 700));
    Receipt second = session.execute(Wish.payment(1, 4, 2, 800));
    assertEquals("payment 1 4 1 800", second.acknowledgement());
    assertTrue(second.text().contains("owes -1500\npayment 1: 800; payment 0: 700"), second.text());
    assertAgrees();
  }

  @Test
  void countsProductsOfTheLastOrdersThatRunLow() throws Exception {
    session.execute(order(0, 1, 1));
    session.execute(order(0, 1, 1));
    session.execute(order(0, 2, 1));
    assertEquals("2 products are low", session.execute(Wish.stockLevel(0, 3, 1000)).text());
    assertEquals("0 products are low", session.execute(Wish.stockLevel(0, 3, 1)).text());
  }

  @Test
  void aStockThatRunsOutIsFilledUp() throws Exception {
    for (int i = 0; i < 30; i++) {
      assertEquals(ReceiptResult.DONE, session.execute(order(0, 1, 10)).result());
    }
    assertAgrees();
  }

  @Test
  void aWarehouseIsAddedWhileOthersWork() throws Exception {
    store.addWarehouse();
    assertEquals(3, store.warehouses());
    assertEquals(0, session.execute(Wish.payment(2, 0, 0, 100)).number());
    assertAgrees();
  }

  @Test
  void sumsAgreeAtEveryMomentWhileManyWork() throws Exception {
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      all.add(pool.submit((Callable<Integer>) () -> changes(number)));
    }
    pool.shutdown();
    long turns = 0;
    while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
      assertEquals(List.of(), store.reconcile(turns));
      turns++;
    }
    int changes = 0;
    for (Future<Integer> each : all) {
      changes += each.get();
    }
    assertTrue(changes > threads * transactionsOfAThread() / 2, changes + " changes");
    assertAgrees();
  }

  private int changes(int thread) throws StoreException {
    Wishes wishes = new Wishes(thread, TransactionMix.usual(), SIZE);
    int changes = 0;
    try (StoreSession own = store.session()) {
      for (int i = 0; i < transactionsOfAThread(); i++) {
        if (own.execute(wishes.nextOfAny(SIZE.warehouses())).isChange()) {
          changes++;
        }
      }
    }
    return changes;
  }

  @Test
  void sumsThatDoNotAgreeAreTold() throws Exception {
    session.execute(Wish.payment(0, 0, 0, 100));
    spoil();
    assertFalse(store.reconcile(0).isEmpty());
  }
}
