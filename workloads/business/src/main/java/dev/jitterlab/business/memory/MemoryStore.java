package dev.jitterlab.business.memory;

import dev.jitterlab.business.trade.Catalogue;
import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.Receipt.OrderId;
import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.WishLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The books in memory. A transaction holds the locks of the warehouses that it needs, in the order
 * of their numbers, so that no two wait for one another.
 *
 * <p>A transaction first makes every object that it will leave behind, its receipt too, and then
 * changes the books without allocating. So a heap that is full ends it before its first change.
 */
public final class MemoryStore implements TransactionStore {
  private static final int LAST_ORDERS = 20;

  private final CompanySize size;
  private final Catalogue catalogue;

  /** Replaced as a whole by {@link #addWarehouse}; who is in it keeps the place. */
  private volatile BookedWarehouse[] warehouses = new BookedWarehouse[0];

  /** Creates the books of a company without orders. */
  public MemoryStore(CompanySize size, Catalogue catalogue) {
    this.size = size;
    this.catalogue = catalogue;
    for (int i = 0; i < size.warehouses(); i++) {
      addWarehouse();
    }
  }

  @Override
  public StoreSession session() {
    return new StoreSession() {
      @Override
      public Receipt execute(Wish wish) {
        return MemoryStore.this.execute(wish);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public int warehouses() {
    return warehouses.length;
  }

  @Override
  public synchronized void addWarehouse() {
    BookedWarehouse[] before = warehouses;
    BookedWarehouse[] now = Arrays.copyOf(before, before.length + 1);
    now[before.length] = new BookedWarehouse(size, catalogue, before.length);
    warehouses = now;
  }

  /** For tests that spoil the books on purpose. */
  BookedWarehouse warehouse(int number) {
    return warehouses[number];
  }

  private Receipt execute(Wish wish) {
    BookedWarehouse[] all = warehouses;
    switch (wish.kind()) {
      case ORDER:
        return order(all, wish);
      case PAYMENT:
        return alone(all[wish.warehouse()], () -> payment(all[wish.warehouse()], wish));
      case DELIVERY:
        return alone(all[wish.warehouse()], () -> delivery(all[wish.warehouse()], wish));
      case ORDER_STATUS:
        return alone(all[wish.warehouse()], () -> orderStatus(all[wish.warehouse()], wish));
      case STOCK_LEVEL:
        return alone(all[wish.warehouse()], () -> stockLevel(all[wish.warehouse()], wish));
    }
    throw new AssertionError(wish.kind());
  }

  /** Does what is to be done with one warehouse locked. */
  private static Receipt alone(BookedWarehouse warehouse, Supplier<Receipt> work) {
    warehouse.lock();
    try {
      return work.get();
    } finally {
      warehouse.unlock();
    }
  }

  private Receipt order(BookedWarehouse[] all, Wish wish) {
    int[] involved = involved(wish);
    int locked = 0;
    try {
      for (; locked < involved.length; locked++) {
        all[involved[locked]].lock();
      }
      return orderLocked(all, wish);
    } finally {
      while (locked > 0) {
        locked--;
        all[involved[locked]].unlock();
      }
    }
  }

  /** The numbers of the customer's warehouse and of all suppliers, ascending, each once. */
  private static int[] involved(Wish wish) {
    int[] numbers = new int[wish.lines().size() + 1];
    int count = 0;
    numbers[count++] = wish.warehouse();
    for (WishLine line : wish.lines()) {
      if (line.supplier() != wish.warehouse()) {
        numbers[count++] = line.supplier();
      }
    }
    Arrays.sort(numbers, 0, count);
    int distinct = 1;
    for (int i = 1; i < count; i++) {
      if (numbers[i] != numbers[i - 1]) {
        numbers[distinct++] = numbers[i];
      }
    }
    return Arrays.copyOf(numbers, distinct);
  }

  private Receipt orderLocked(BookedWarehouse[] all, Wish wish) {
    BookedWarehouse home = all[wish.warehouse()];
    BookedDistrict district = home.district(wish.district());
    BookedCustomer customer = district.customer(wish.customer());
    if (district.isFull()) {
      return Receipt.without(
          wish, ReceiptResult.REFUSED, customer.name + ": too many orders are open");
    }
    List<BookedLine> lines = new ArrayList<>(wish.lines().size());
    StringBuilder text = new StringBuilder(customer.name).append('\n');
    for (WishLine line : wish.lines()) {
      if (!catalogue.has(line.product())) {
        return Receipt.without(
            wish, ReceiptResult.CANCELLED, customer.name + ": no product " + line.product());
      }
      lines.add(line(line, customer.discountPercent));
      text.append(lines.get(lines.size() - 1).text).append('\n');
    }
    BookedOrder order = new BookedOrder(customer, lines);
    text.append("order ").append(district.next()).append(": ").append(order.totalCents);
    Receipt receipt =
        Receipt.ordered(wish, district.next(), order.totalCents, order.units, text.toString());
    for (int i = 0; i < lines.size(); i++) { // from here on nothing is allocated
      BookedLine line = lines.get(i);
      all[line.supplier].take(line.product, line.quantity);
    }
    home.place(wish.district(), order);
    return receipt;
  }

  private BookedLine line(WishLine line, int discountPercent) {
    long cents = catalogue.amountCents(line.product(), line.quantity(), discountPercent);
    return new BookedLine(
        line.supplier(),
        line.product(),
        line.quantity(),
        cents,
        line.quantity() + " " + catalogue.product(line.product()).name() + " " + cents);
  }

  private static Receipt payment(BookedWarehouse warehouse, Wish wish) {
    BookedDistrict district = warehouse.district(wish.district());
    BookedCustomer customer = district.customer(wish.customer());
    String notes = Catalogue.notes(customer.notes(), district.payments(), wish.amountCents());
    Receipt receipt =
        Receipt.paid(
            wish,
            district.payments(),
            customer.name
                + "\npaid "
                + wish.amountCents()
                + "\nowes "
                + (customer.balanceCents() - wish.amountCents())
                + "\n"
                + notes);
    warehouse.receive(wish.district(), customer, wish.amountCents(), notes);
    return receipt;
  }

  private static Receipt delivery(BookedWarehouse warehouse, Wish wish) {
    List<OrderId> delivered = new ArrayList<>(CompanySize.DISTRICTS);
    StringBuilder text = new StringBuilder("courier ").append(wish.courier());
    for (int i = 0; i < CompanySize.DISTRICTS; i++) {
      BookedDistrict district = warehouse.district(i);
      if (district.hasOpen()) {
        delivered.add(new OrderId(i, district.oldestOpen()));
        text.append("\ndistrict ").append(i).append(": order ").append(district.oldestOpen());
      }
    }
    Receipt receipt = Receipt.delivered(wish, delivered, text.toString());
    for (int i = 0; i < delivered.size(); i++) {
      warehouse.district(delivered.get(i).district()).deliverOldest(wish.courier());
    }
    return receipt;
  }

  private Receipt orderStatus(BookedWarehouse warehouse, Wish wish) {
    BookedDistrict district = warehouse.district(wish.district());
    BookedCustomer customer = district.customer(wish.customer());
    BookedOrder order = district.order(customer.lastOrder());
    if (order == null) {
      return Receipt.without(wish, ReceiptResult.NOTHING, customer.name + ": no order");
    }
    StringBuilder text = new StringBuilder(customer.name);
    text.append("\norder ").append(customer.lastOrder()).append(": ").append(order.totalCents);
    text.append(order.isOpen() ? ", open" : ", delivered by " + order.courier());
    for (BookedLine line : order.lines) {
      text.append('\n').append(line.text).append(", ");
      text.append(catalogue.product(line.product).description());
    }
    return Receipt.told(wish, text.toString());
  }

  private static Receipt stockLevel(BookedWarehouse warehouse, Wish wish) {
    BookedDistrict district = warehouse.district(wish.district());
    Set<Integer> low = new HashSet<>();
    for (long i = district.next() - LAST_ORDERS; i < district.next(); i++) {
      BookedOrder order = district.order(i);
      if (order != null) {
        for (BookedLine line : order.lines) {
          if (warehouse.stock(line.product).quantity() < wish.threshold()) {
            low.add(line.product);
          }
        }
      }
    }
    return Receipt.told(wish, low.size() + " products are low");
  }

  /** Goes through one warehouse, and compares the sums of all. */
  @Override
  public List<String> reconcile(long turn) {
    BookedWarehouse[] all = warehouses;
    List<String> problems = new ArrayList<>();
    BookedWarehouse one = all[(int) (turn % all.length)];
    one.lock();
    try {
      one.reconcile(problems);
    } finally {
      one.unlock();
    }
    compareSums(problems);
    return problems;
  }

  /**
   * Holds all locks, those of warehouses too that come while it waits for one: a new warehouse's
   * customers order from the old ones.
   */
  private void compareSums(List<String> problems) {
    long sold = 0;
    long ordered = 0;
    int locked = 0;
    try {
      while (locked < warehouses.length) {
        warehouses[locked].lock();
        locked++;
      }
      for (int i = 0; i < locked; i++) {
        sold += warehouses[i].soldUnits();
        ordered += warehouses[i].orderedUnits();
      }
    } finally {
      while (locked > 0) {
        locked--;
        warehouses[locked].unlock();
      }
    }
    BookedDistrict.differ(
        "all warehouses", "they sold units", sold, "customers ordered units", ordered, problems);
  }

  @Override
  public long retries() {
    return 0;
  }

  @Override
  public void close() {}
}
