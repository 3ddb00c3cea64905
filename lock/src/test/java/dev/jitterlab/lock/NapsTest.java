package dev.jitterlab.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NapsTest {
  private static final int OFTEN = Naps.OFTEN;

  private final Naps naps = new Naps();

  @Test
  void theFirstLookIsNoEvidence() {
    assertEquals(0, naps.begin(1000, 5_000));
  }

  @Test
  void napsForAsLongAsItHasBeenFirst() {
    naps.begin(0, 1_000);
    assertEquals(49_000, naps.begin(OFTEN, 50_000));
    assertEquals(199_000, naps.begin(2 * OFTEN, 200_000));
    assertEquals(Naps.MOST_NS, naps.begin(3 * OFTEN, 9_000_000));
  }

  @Test
  void doesNotNapWhereFewBargeIn() {
    naps.begin(0, 1_000);
    assertEquals(0, naps.begin(OFTEN - 1, 50_000));
    assertEquals(0, naps.begin(OFTEN, 60_000), "one more since the last look");
    assertTrue(naps.begin(2 * OFTEN, 70_000) > 0);
  }

  /** The counter begins again when a waiter has had its turn. */
  @Test
  void whoComesNextBeginsAnew() throws Exception {
    naps.begin(0, 1_000);
    naps.begin(OFTEN, 50_000);
    naps.ended();
    FutureTask<Long> other = new FutureTask<>(() -> naps.begin(2 * OFTEN, 60_000));
    new Thread(other).start();
    assertEquals(0, other.get());
    assertEquals(0, naps.begin(0, 70_000), "a counter that fell");
  }

  @Test
  void aReservationWakesWhoNaps() {
    naps.begin(0, 1_000);
    naps.begin(OFTEN, 50_000);
    naps.wake();
    LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1)); // if nobody wakes it, the test's limit does
    naps.ended();
  }
}
