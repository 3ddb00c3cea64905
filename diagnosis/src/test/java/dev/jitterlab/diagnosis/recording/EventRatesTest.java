package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EventRatesTest {
  private static final long MS = 1_000_000;

  private final EventRates rates = new EventRates();

  /** So many of an event, one each so many milliseconds. */
  private void events(String event, int count, long everyMs) {
    for (int i = 0; i < count; i++) {
      rates.add(event, 5_000 * MS + i * everyMs * MS);
    }
  }

  @Test
  void aBurstReachesARateInAFifthOfASecond() {
    events("jdk.FileRead", 60, 1);
    assertTrue(rates.isReached("jdk.FileRead", 300));
    assertFalse(rates.isReached("jdk.FileRead", 310));
    assertFalse(rates.isReached("jdk.FileWrite", 300), "it never came");
  }

  @Test
  void whatComesLessOftenThanItMayReachesNothing() {
    events("jdk.FileRead", 1_000, 10);
    assertTrue(rates.isReached("jdk.FileRead", 100));
    assertFalse(rates.isReached("jdk.FileRead", 110));
  }

  /** The JDK gives such a rate to the second as a whole. */
  @Test
  void aLowRateCountsBySeconds() {
    events("jdk.FileRead", 8, 250);
    assertTrue(rates.isReached("jdk.FileRead", 4));
    assertFalse(rates.isReached("jdk.FileRead", 5));
  }
}
