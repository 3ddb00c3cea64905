package dev.jitterlab.lab.changepoint;

import java.util.Arrays;

/**
 * Draws single outliers of a series in, so that one long pause is not taken for a phase. As in
 * Barrett et al. ("Virtual Machine Warmup Blows Hot and Cold", OOPSLA 2017), an outlier is further
 * from the median of the window around it than three times the distance of the window's 10th and
 * 90th percentiles; and where the window is not full, at the start, there is none, since the first
 * values of a warm-up are extreme by nature. Unlike there, an outlier is moved to that limit
 * instead of being left out, so that the series keeps its times. Stateless.
 */
final class OutlierClamp {
  /** A window reaches so far to either side: a tenth of the 200 of the paper's 2,000 iterations. */
  static final int REACH = 10;

  private static final double BANDS = 3;

  private OutlierClamp() {}

  /** A copy of the series with its outliers drawn in. */
  static double[] drawnIn(double[] series) {
    double[] drawnIn = series.clone();
    for (int i = REACH; i < series.length; i++) {
      double[] window =
          Arrays.copyOfRange(series, i - REACH, Math.min(series.length, i + REACH + 1));
      Arrays.sort(window);
      double median = percentile(window, 0.5);
      double reach = BANDS * (percentile(window, 0.9) - percentile(window, 0.1));
      drawnIn[i] = Math.clamp(series[i], median - reach, median + reach);
    }
    return drawnIn;
  }

  /** Between two values in proportion; {@code sorted} is not empty. */
  private static double percentile(double[] sorted, double share) {
    double index = share * (sorted.length - 1);
    int below = (int) index;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (index - below) * (sorted[above] - sorted[below]);
  }
}
