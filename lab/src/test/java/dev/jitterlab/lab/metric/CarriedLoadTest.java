package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

  /** A period without a tick is overdue, and its tick may never come: no late tick is meant. */
  @Test
  void saysWhatCountsAsLate() {
    assertEquals("late ticks", new CapacityQuestion("battles", "1.1", 0.01).late());
    assertEquals(
        "overdue periods", new CapacityQuestion("battles", CapacityQuestion.OVERDUE, 0.01).late());
    assertEquals("missed requests", new CapacityQuestion("x", CapacityQuestion.SLO, 0.01).late());
  }
}
