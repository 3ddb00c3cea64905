package dev.jitterlab.business.trade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Makes up what customers wish: the same for the same seed. Not thread-safe. */
public final class Wishes {
  private static final int FEWEST_LINES = 5;
  private static final int MOST_LINES = 15;
  private static final int MOST_OF_A_LINE = 10;
  private static final int COURIERS = 10;
  private static final int LEAST_PAYMENT_CENTS = 100;
  private static final int MOST_PAYMENT_CENTS = 500_000;

  /** One line in so many comes from another warehouse. */
  private static final int REMOTE = 100;

  /** One order in so many names a product that does not exist, and is cancelled. */
  private static final int CANCELLED = 100;

  private static final Comparator<WishLine> LOCKING_ORDER =
      Comparator.comparingInt(WishLine::supplier).thenComparingInt(WishLine::product);

  private final SplittableRandom random;
  private final TransactionMix mix;
  private final CompanySize size;

  /** Creates them. */
  public Wishes(long seed, TransactionMix mix, CompanySize size) {
    this.random = new SplittableRandom(seed);
    this.mix = mix;
    this.size = size;
  }

  /**
   * Returns the next wish of a customer of any warehouse.
   *
   * @param warehouses how many there are now
   */
  public Wish nextOfAny(int warehouses) {
    return next(random.nextInt(warehouses), warehouses);
  }

  /**
   * Returns the next wish of a customer of one warehouse.
   *
   * @param home the warehouse
   * @param warehouses how many there are now
   */
  public Wish next(int home, int warehouses) {
    int district = random.nextInt(CompanySize.DISTRICTS);
    int customer = random.nextInt(size.customers());
    switch (mix.draw(random)) {
      case ORDER:
        return Wish.order(home, district, customer, lines(home, warehouses));
      case PAYMENT:
        return Wish.payment(
            home, district, customer, random.nextInt(LEAST_PAYMENT_CENTS, MOST_PAYMENT_CENTS));
      case DELIVERY:
        return Wish.delivery(home, random.nextInt(COURIERS));
      case ORDER_STATUS:
        return Wish.orderStatus(home, district, customer);
      case STOCK_LEVEL:
        return Wish.stockLevel(home, district, random.nextInt(20, 40));
    }
    throw new AssertionError();
  }

  private List<WishLine> lines(int home, int warehouses) {
    int count = random.nextInt(FEWEST_LINES, MOST_LINES + 1);
    List<WishLine> lines = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isRemote = warehouses > 1 && random.nextInt(REMOTE) == 0;
      int supplier =
          isRemote ? (home + random.nextInt(1, warehouses)) % warehouses : home; // never itself
      lines.add(
          new WishLine(
              supplier, random.nextInt(size.products()), 1 + random.nextInt(MOST_OF_A_LINE)));
    }
    if (random.nextInt(CANCELLED) == 0) {
      lines.set(count - 1, new WishLine(home, size.products(), 1));
    }
    lines.sort(LOCKING_ORDER);
    return lines;
  }

  /** Returns a time to think, exponential with that mean. */
  public long thinkNs(long meanNs) {
    return (long) (-Math.log(1 - random.nextDouble()) * meanNs);
  }
}
