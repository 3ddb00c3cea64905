package dev.jitterlab.lab.changepoint;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a series that is still growing is steady by now: whether a measurement may begin.
 *
 * <p>The rule: since the last change point that matters ({@link SteadyState}) there are at least
 * {@link #QUIET_VALUES} values, and the trend of the newest half of all values (but no fewer than
 * these) changes them by at most {@link #MOST_TREND}, its standard error added. The second part
 * catches a slow decline, which becomes a change point only when it is over. The window grows with
 * the warm-up, so that a slower decline is looked at for longer, and the standard error makes a
 * noisy series wait until its trend is known.
 *
 * <p>How often it ends a warm-up too early is simulated ({@code SteadyNowTest}; decision 023).
 * Stateless.
 */
public final class SteadyNow {
  /** How long nothing may have changed. */
  public static final int QUIET_VALUES = 20;

  /** What is older says nothing about now, and would cost time beside the servers. */
  private static final int LOOKED_AT_VALUES = 120;

  /** Of the logarithm, from the window's begin to its end. */
  private static final double MOST_TREND = 0.075;

  private SteadyNow() {}

  /**
   * Judges what there is up to now.
   *
   * @param values in seconds, of stretches of equal length
   */
  public static boolean isSteady(SteadySeries series, double[] values) {
    int first = Math.max(0, values.length - LOOKED_AT_VALUES);
    double[] recent = Arrays.copyOfRange(values, first, values.length);
    Optional<SteadyState> state = SteadyState.of(series, recent);
    return state.isPresent()
        && recent.length - state.get().steadyFrom() >= QUIET_VALUES
        && isLevel(series, recent, state.get().steadyFrom());
  }

  private static boolean isLevel(SteadySeries series, double[] values, int steadyFrom) {
    int window = Math.max(QUIET_VALUES, values.length / 2);
    int from = Math.max(steadyFrom, values.length - window);
    double[] logarithms = SteadyState.logarithms(series, values);
    Trend trend = Trend.of(Arrays.copyOfRange(logarithms, from, values.length));
    return trend.change() + trend.standardError() <= MOST_TREND
        || Math.exp(trend.mean()) * Math.expm1(trend.change()) <= series.leastDifferenceSeconds();
  }

  /**
   * A straight line through values, by least squares.
   *
   * @param change by how much it rises or falls over all of them; not negative
   * @param standardError of the change
   */
  private record Trend(double mean, double change, double standardError) {
    static Trend of(double[] values) {
      int count = values.length;
      double mean = Arrays.stream(values).average().orElseThrow();
      double middle = (count - 1) / 2.0;
      double products = 0;
      double squares = 0;
      for (int i = 0; i < count; i++) {
        products += (i - middle) * (values[i] - mean);
        squares += (i - middle) * (i - middle);
      }
      double slope = products / squares;
      double residuals = 0;
      for (int i = 0; i < count; i++) {
        double residual = values[i] - mean - slope * (i - middle);
        residuals += residual * residual;
      }
      double error = Math.sqrt(residuals / (count - 2) / squares);
      return new Trend(mean, count * Math.abs(slope), count * error);
    }
  }
}
