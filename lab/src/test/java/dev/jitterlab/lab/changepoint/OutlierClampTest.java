package dev.jitterlab.lab.changepoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OutlierClampTest {
  /** 1, 2, 3, 1, 2, 3 …: around 15, median 2, p10 1, p90 3. */
  private static double[] series() {
    double[] series = new double[31];
    Arrays.setAll(series, i -> 1 + i % 3);
    return series;
  }

  @Test
  void drawsAnOutlierInToThreeBandsFromTheMedian() {
    double[] series = series();
    series[15] = 100;
    double[] expected = series();
    expected[15] = 2 + 3 * (3 - 1);

    assertArrayEquals(expected, OutlierClamp.drawnIn(series));
    series[15] = -100;
    expected[15] = 2 - 3 * (3 - 1);
    assertArrayEquals(expected, OutlierClamp.drawnIn(series));
  }

  @Test
  void leavesTheStartAsItIs() {
    double[] series = series();
    series[9] = 100;

    assertEquals(100, OutlierClamp.drawnIn(series)[9]);
  }

  @Test
  void leavesANewLevelAsItIs() {
    double[] series = series();
    Arrays.fill(series, 25, 31, 50);

    assertArrayEquals(series, OutlierClamp.drawnIn(series));
  }
}
