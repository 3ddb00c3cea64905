package dev.jitterlab.battle.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND_NS = 1_000_000_000L;

  @Test
  void allowsOneSecondsWorthAtOnceAndTheRateAfterwards() {
    long start = Long.MAX_VALUE - 5; // the clock overflows on the way
    RateLimit limit = new RateLimit(100, start);
    assertEquals(100, taken(limit, start));
    assertEquals(50, taken(limit, start + SECOND_NS / 2));
    assertEquals(100, taken(limit, start + 100 * SECOND_NS));
  }

  private static int taken(RateLimit limit, long nowNs) {
    int taken = 0;
    while (limit.tryTake(nowNs)) {
      taken++;
    }
    return taken;
  }
}
