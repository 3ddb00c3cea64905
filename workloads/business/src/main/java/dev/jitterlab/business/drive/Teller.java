package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.StoreSession;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.tick.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Takes wishes to the store, and says what became of them. For one thread. */
final class Teller {
  private static final long AFTER_FAILURE_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private final StoreSession session;
  private final Office office;
  private final NanoClock clock;

  Teller(StoreSession session, Office office, NanoClock clock) {
    this.session = session;
    this.office = office;
    this.clock = clock;
  }

  /**
   * Makes one transaction.
   *
   * @param dueNs when it was to begin; its response time counts from then
   */
  void serve(Wish wish, long dueNs) {
    try {
      Receipt receipt = session.execute(wish);
      office.times().ended(wish.kind(), receipt.result(), clock.nanoTime() - dueNs);
      if (receipt.isChange()) {
        office.acknowledged().accept(receipt);
      }
    } catch (StoreException e) {
      office.failed(wish.kind(), e);
      LockSupport.parkNanos(AFTER_FAILURE_NS);
    }
  }
}
