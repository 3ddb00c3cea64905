package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CarriedLoadTest {
  /** Else a server without ticks would have no capacity to compare. */
  @Test
  void isOfTicksUnlessItIsOfRequests() {
    assertTrue(CarriedLoad.metric(new CapacityQuestion("battles", "1.1", 0.01)).isOfTicks());
    CapacityQuestion requests =
        new CapacityQuestion("jitterlab_load_level", CapacityQuestion.SLO, 0.01);
    assertFalse(CarriedLoad.metric(requests).isOfTicks());
    assertTrue(requests.limited().contains("requests"));
  }
}
