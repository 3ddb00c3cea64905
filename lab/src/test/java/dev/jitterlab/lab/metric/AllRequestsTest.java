package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class AllRequestsTest {
  private static AllRequests oneServer() {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(5_000_000, 100);
    return AllRequests.NONE.and(
        MeasuredWindows.of(0, 50), Distribution.of(times), Distribution.empty(), 0);
  }

  /** The other server may have refused any number of requests. */
  @Test
  void quantilesAreBoundsIfTheRequestsOfAServerAreNotKnown() {
    String known = oneServer().show(Quantile.P99);

    assertEquals("≥ " + known, oneServer().andUnknown().show(Quantile.P99));
    assertEquals(100, oneServer().andUnknown().count());
    assertTrue(oneServer().andUnknown().isBound(Quantile.P99));
    assertFalse(oneServer().isBound(Quantile.P99));
    assertEquals(Units.NONE, AllRequests.NONE.andUnknown().show(Quantile.P99));
  }

  /** Of 110 requests, 10 were still out after 2 ms. */
  @Test
  void aRequestThatIsStillOutMayTakeLongerThanItHasWaited() {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(5_000_000, 100);
    Histogram waiting = new Histogram(3);
    waiting.recordValueWithCount(2_000_000, 10);
    AllRequests requests =
        AllRequests.NONE.and(
            MeasuredWindows.of(0, 50), Distribution.of(times), Distribution.of(waiting), 0);

    assertEquals(0, requests.shareAbove(10_000_000));
    assertEquals(10 / 110.0, requests.mostAbove(10_000_000), 1e-9);
    assertEquals(1, requests.mostAbove(1_000_000), 1e-9, "all have taken longer already");
    assertEquals(0, oneServer().mostAbove(10_000_000));
  }
}
