package dev.jitterlab.business.drive;

import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.Wish;
import dev.jitterlab.business.trade.Wishes;
import java.util.ArrayList;
import java.util.List;

/**
 * Transactions that are due by a plan, whatever the server does. A free terminal claims the next
 * one, waits until it is due, and makes it; where no terminal is free, it is late, and its response
 * time has that. One that is too late already is left out and counted: that bounds what waits.
 */
public final class OpenLoad implements AutoCloseable {
  private final Office office;
  private final long patienceNs;
  private final Crew crew;
  private TransactionPlan plan; // set before any terminal starts

  private OpenLoad(Office office, long patienceNs) {
    this.office = office;
    this.patienceNs = patienceNs;
    this.crew = new Crew(office);
  }

  /**
   * Starts it, once each terminal has its session.
   *
   * @param arrivals from then on; not used by anybody else
   * @param terminals how many transactions may be under way at once
   * @param patienceNs how late a transaction may begin
   */
  public static OpenLoad start(Office office, Arrivals arrivals, int terminals, long patienceNs)
      throws StoreException {
    OpenLoad load = new OpenLoad(office, patienceNs);
    List<Thread> prepared = new ArrayList<>(terminals);
    for (int i = 0; i < terminals; i++) {
      Wishes wishes = office.wishes();
      prepared.add(load.crew.prepare(teller -> load.work(teller, wishes)));
    }
    load.plan = new TransactionPlan(arrivals, System.nanoTime());
    for (Thread terminal : prepared) {
      Crew.start(terminal);
    }
    return load;
  }

  private void work(Teller teller, Wishes wishes) {
    while (crew.works()) {
      long dueNs = plan.claim();
      crew.await(dueNs);
      if (!crew.works()) {
        return;
      }
      Wish wish = wishes.nextOfAny(office.store().warehouses());
      long waitedNs = System.nanoTime() - dueNs;
      if (waitedNs > patienceNs) {
        office.times().overflowed(wish.kind(), waitedNs);
      } else {
        teller.serve(wish, dueNs);
      }
    }
  }

  /** Returns when its plan began. */
  long zeroNs() {
    return plan.zeroNs();
  }

  /**
   * Returns how many transactions were claimed; at most one a terminal is not due yet. It lags what
   * is due where the terminals do not keep up, so it is no measure of them.
   */
  public long claimed() {
    return plan.claimed();
  }

  /** Returns how many terminals there are. */
  public int terminals() {
    return crew.size();
  }

  @Override
  public void close() {
    crew.close();
  }
}
