package dev.jitterlab.lab.changepoint;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a series that is still growing is steady by now: whether a measurement may begin.
 *
 * <p>The rule: in the last {@link #QUIET_VALUES} values there is no change point that matters
 * ({@link SteadyState}), and the means of the two halves of these values do not differ by more than
 * one standard error of their difference, or than matters. The second part catches a slow decline,
 * which becomes a change point only when it is over. Stateless.
 */
public final class SteadyNow {
  /** How long nothing may have changed. */
  public static final int QUIET_VALUES = 15;

  /** What is older says nothing about now, and would cost time beside the servers. */
  private static final int LOOKED_AT_VALUES = 120;

  private SteadyNow() {}

  /**
   * Judges what there is up to now.
   *
   * @param values in seconds, of stretches of equal length
   */
  public static boolean isSteady(SteadySeries series, double[] values) {
    return isSteadyRecently(
        series,
        Arrays.copyOfRange(values, Math.max(0, values.length - LOOKED_AT_VALUES), values.length));
  }

  private static boolean isSteadyRecently(SteadySeries series, double[] values) {
    Optional<SteadyState> state = SteadyState.of(series, values);
    return state.isPresent()
        && values.length - state.get().steadyFrom() >= QUIET_VALUES
        && halvesAgree(series, values);
  }

  private static boolean halvesAgree(SteadySeries series, double[] values) {
    NormalCost cost =
        new NormalCost(SteadyState.logarithms(series, values), SteadyState.LEAST_DEVIATION);
    int end = values.length;
    int middle = end - QUIET_VALUES / 2;
    int begin = end - QUIET_VALUES;
    double standardError =
        Math.hypot(
            cost.deviation(begin, middle) / Math.sqrt(middle - begin),
            cost.deviation(middle, end) / Math.sqrt(end - middle));
    return !SteadyState.differs(
        series,
        Math.exp(cost.mean(begin, middle)),
        Math.exp(cost.mean(middle, end)),
        standardError);
  }
}
