package dev.jitterlab.business.memory;

import dev.jitterlab.business.trade.Catalogue;

/** How many of a product a warehouse has. Guarded by the warehouse's lock. */
final class StockItem {
  private final int initial;
  private int quantity;
  private long restocked;
  private long sold;

  StockItem(int initial) {
    this.initial = initial;
    this.quantity = initial;
  }

  int quantity() {
    return quantity;
  }

  long sold() {
    return sold;
  }

  void take(int taken) {
    int arriving = Catalogue.arriving(quantity, taken);
    quantity += arriving - taken;
    restocked += arriving;
    sold += taken;
  }

  boolean agrees() {
    return quantity >= 0 && initial + restocked - sold == quantity;
  }
}
