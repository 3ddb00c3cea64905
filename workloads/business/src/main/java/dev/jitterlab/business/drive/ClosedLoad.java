package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.Wishes;

/**
 * Terminals that think, wish, and wait for the answer: each belongs to one warehouse. A transaction
 * is due when its terminal has thought; a terminal that wakes late is a part of the response time.
 */
public final class ClosedLoad implements AutoCloseable {
  private final Office office;
  private final long thinkNs;
  private final Crew crew;

  /**
   * Creates it without a terminal.
   *
   * @param thinkNs the mean time to think, exponential; 0 for none
   */
  public ClosedLoad(Office office, long thinkNs) {
    this.office = office;
    this.thinkNs = thinkNs;
    this.crew = new Crew(office);
  }

  /** Adds terminals to a warehouse, and starts them. */
  public void add(int warehouse, int terminals) throws StoreException {
    for (int i = 0; i < terminals; i++) {
      Wishes wishes = office.wishes();
      crew.add(teller -> work(teller, wishes, warehouse));
    }
  }

  private void work(Teller teller, Wishes wishes, int warehouse) {
    while (crew.works()) {
      long dueNs = System.nanoTime();
      if (thinkNs > 0) {
        dueNs += wishes.thinkNs(thinkNs);
        crew.await(dueNs);
        if (!crew.works()) {
          return;
        }
      }
      teller.serve(wishes.next(warehouse, office.store().warehouses()), dueNs);
    }
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
