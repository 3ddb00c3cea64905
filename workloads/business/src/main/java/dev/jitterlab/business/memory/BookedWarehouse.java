package dev.jitterlab.business.memory;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** A warehouse in the books, and the lock that guards all of it. */
final class BookedWarehouse {
  private final ReentrantLock lock = new ReentrantLock();
  private final int number;
  private final BookedDistrict[] districts = new BookedDistrict[CompanySize.DISTRICTS];
  private final StockItem[] stock;
  private long receivedCents;
  private long soldUnits;
  private long orderedUnits;

  BookedWarehouse(CompanySize size, Catalogue catalogue, int number) {
    this.number = number;
    for (int i = 0; i < districts.length; i++) {
      districts[i] = new BookedDistrict(size, catalogue, number, i);
    }
    stock = new StockItem[size.products()];
    for (int i = 0; i < stock.length; i++) {
      stock[i] = new StockItem(catalogue.firstStock(number, i));
    }
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  BookedDistrict district(int of) {
    return districts[of];
  }

  StockItem stock(int product) {
    return stock[product];
  }

  /** What it sold to its own and to others' customers. */
  long soldUnits() {
    return soldUnits;
  }

  /** What its customers ordered, here and elsewhere. */
  long orderedUnits() {
    return orderedUnits;
  }

  void take(int product, int quantity) {
    stock[product].take(quantity);
    soldUnits += quantity;
  }

  void place(int district, BookedOrder order) {
    districts[district].place(order);
    orderedUnits += order.units;
  }

  void receive(int district, BookedCustomer from, long cents, String notes) {
    districts[district].receive(from, cents, notes);
    receivedCents += cents;
  }

  /** Adds what does not agree; the caller holds the lock. */
  void reconcile(List<String> problems) {
    String name = "warehouse " + number;
    long received = 0;
    long ordered = 0;
    for (int i = 0; i < districts.length; i++) {
      districts[i].reconcile(name + ", district " + i, problems);
      received += districts[i].receivedCents();
      ordered += districts[i].orderedUnits();
    }
    BookedDistrict.differ(
        name, "districts received", received, "it received", receivedCents, problems);
    BookedDistrict.differ(
        name, "districts ordered units", ordered, "it ordered units", orderedUnits, problems);
    long sold = 0;
    for (int i = 0; i < stock.length; i++) {
      sold += stock[i].sold();
      if (!stock[i].agrees()) {
        problems.add(name + ": the stock of product " + i + " is not what came less what went");
      }
    }
    BookedDistrict.differ(name, "stock sold units", sold, "it sold units", soldUnits, problems);
  }
}
