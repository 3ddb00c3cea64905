package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.summary.Summary.BangPerDollar;
import dev.jitterlab.lab.summary.Summary.Cost;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostWordsTest {
  /** As of a group that has a thousand times the baseline's share of late ticks. */
  @Test
  void aTraceIsNotNothing() {
    assertEquals("0.00104 [0.000871, 0.00124]", interval(0.00104, 0.000871, 0.00124));
    assertEquals("0.10 [0.0912, 0.11]", interval(0.1, 0.0912, 0.11));
    assertEquals("1.42 [1.38, 1.47]", interval(1.42, 1.38, 1.47));
    assertEquals("0.00 [0.00, 0.00]", interval(0, 0, 0));
  }

  private static String interval(double value, double low, double high) {
    Map<String, BangPerDollar> found =
        Map.of(CpuLoad.OF_SERVER.key(), new BangPerDollar(value, low, high));
    return CostWords.interval(new Cost("b", null, "a", 1, found), CpuLoad.OF_SERVER);
  }
}
