package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TotalWeightingTest {
  private static Distribution totals(long... msAndCounts) {
    Histogram histogram = new Histogram(5);
    for (int i = 0; i < msAndCounts.length; i += 2) {
      histogram.recordValueWithCount(msAndCounts[i], msAndCounts[i + 1]);
    }
    return Distribution.of(histogram);
  }

  /** Of 100 ticks the 10 slow ones last 10 of 19 seconds: more than half of the evening. */
  @Test
  void slowTicksCountForAsLongAsTheyLast() {
    Distribution totals = totals(100, 90, 1_000, 10);

    assertEquals(10, TotalWeighting.weighting(totals, 0.5).orElseThrow(), 1e-9);
    assertEquals(1, TotalWeighting.weighting(totals, 0.99).orElseThrow(), 1e-9);
  }

  @Test
  void ticksThatAreAllAsLongAreWeightedAlike() {
    assertEquals(1, TotalWeighting.weighting(totals(150, 500), 0.5).orElseThrow(), 1e-9);
    assertEquals(1, TotalWeighting.weighting(totals(150, 500), 0.99).orElseThrow(), 1e-9);
  }

  @Test
  void thereIsNothingToWeightWithoutTotals() {
    assertEquals(Optional.empty(), TotalWeighting.weighting(Distribution.empty(), 0.5));
  }
}
