package dev.jitterlab.lab.changepoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How the time that a server's work takes became steady, or did not: the classification of Barrett
 * et al., "Virtual Machine Warmup Blows Hot and Cold" (OOPSLA 2017), for one series of values of
 * equal stretches of time (decision 023).
 *
 * <p>The series is divided at its change points in mean and variance ({@link Pelt}). Segments that
 * differ from the last one by less than matters are equivalent to it. What differs from the paper:
 *
 * <ul>
 *   <li>The penalty is 7 ln n, not 15 ln n: the paper has 2,000 iterations, and with some thirty
 *       seconds 15 ln n finds hardly any warm-up. The BIC's 3 ln n would shatter a series whose
 *       neighbours are correlated, as seconds are.
 *   <li>Logarithms are divided, not times: a server's noise is a share of its time, and a warm-up
 *       is a factor of it.
 *   <li>What matters is a share, {@link #MARGIN}, not a millisecond: a tick may take ten
 *       microseconds. The last segment's own standard deviation matters too, where it is larger
 *       (the paper: its variance). A difference below what the series can resolve ({@link
 *       SteadySeries}) never does.
 * </ul>
 *
 * <p>Immutable.
 *
 * @param kind the class
 * @param segments without gaps, from the first value to the last; never empty
 * @param steadyFrom the value from which on all segments are equivalent to the last one
 */
public record SteadyState(Kind kind, List<Segment> segments, int steadyFrom) {
  /** A series shorter than this says nothing. */
  public static final int LEAST_VALUES = 10;

  /** Differences below this share are none. */
  static final double MARGIN = 0.05;

  /** A shorter stretch is a disturbance, not a phase. */
  private static final int LEAST_SEGMENT = 3;

  /**
   * No stretch of logarithms is taken to be quieter. With it, a change of the margin's size is just
   * found in the middle of 40 values.
   */
  static final double LEAST_DEVIATION = 0.03;

  private static final double PENALTY_FACTOR = 7;

  /** Of the series' end that has to be steady: the last 500 of 2,000 iterations in the paper. */
  private static final double FINAL_SHARE = 0.25;

  /** The classes, from best to worst. */
  public enum Kind {
    /** No change that matters. */
    FLAT("flat"),
    /** Steady in the end, and never faster before. */
    WARM_UP("warm-up"),
    /** Steady in the end, but faster before. */
    SLOWDOWN("slowdown"),
    /** Still changing in the last quarter. */
    NEVER_STEADY("never steady");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word in summary.json and for readers. */
    public String word() {
      return word;
    }
  }

  /**
   * A stretch without change.
   *
   * @param from its first value
   * @param to the first value after it
   * @param mean the geometric mean of its values, without what outliers add
   */
  public record Segment(int from, int to, double mean) {}

  /** Copies the list. */
  public SteadyState {
    segments = List.copyOf(segments);
  }

  /**
   * Classifies a series.
   *
   * @param values in seconds, of stretches of equal length
   * @return empty if there are fewer than {@link #LEAST_VALUES}
   */
  public static Optional<SteadyState> of(SteadySeries series, double[] values) {
    if (values.length < LEAST_VALUES) {
      return Optional.empty();
    }
    double[] logarithms = logarithms(series, values);
    NormalCost cost = new NormalCost(logarithms, LEAST_DEVIATION);
    List<Integer> starts = new ArrayList<>(List.of(0));
    starts.addAll(Pelt.changePoints(cost, PENALTY_FACTOR * Math.log(values.length), LEAST_SEGMENT));
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      int to = i + 1 < starts.size() ? starts.get(i + 1) : values.length;
      segments.add(new Segment(starts.get(i), to, Math.exp(cost.mean(starts.get(i), to))));
    }
    return Optional.of(
        classified(series, segments, cost.deviation(starts.getLast(), values.length)));
  }

  /** With outliers drawn in. */
  static double[] logarithms(SteadySeries series, double[] values) {
    return OutlierClamp.drawnIn(
        Arrays.stream(values)
            .map(value -> Math.log(Math.max(value, series.leastSeconds())))
            .toArray());
  }

  private static SteadyState classified(
      SteadySeries series, List<Segment> segments, double lastDeviation) {
    Segment last = segments.getLast();
    int first = segments.size() - 1;
    while (first > 0
        && !differs(series, segments.get(first - 1).mean(), last.mean(), lastDeviation)) {
      first--;
    }
    int steadyFrom = segments.get(first).from();
    boolean fasterBefore =
        segments.stream()
            .limit(first)
            .filter(segment -> segment.mean() < last.mean())
            .anyMatch(segment -> differs(series, segment.mean(), last.mean(), lastDeviation));
    return new SteadyState(kind(steadyFrom, last.to(), fasterBefore), segments, steadyFrom);
  }

  private static Kind kind(int steadyFrom, int length, boolean fasterBefore) {
    if (steadyFrom == 0) {
      return Kind.FLAT;
    }
    if (length - steadyFrom < FINAL_SHARE * length) {
      return Kind.NEVER_STEADY;
    }
    return fasterBefore ? Kind.SLOWDOWN : Kind.WARM_UP;
  }

  /**
   * Whether two means differ by more than nothing.
   *
   * @param deviation of the means' logarithms that is put down to chance
   */
  static boolean differs(SteadySeries series, double mean, double other, double deviation) {
    return Math.abs(mean - other) > series.leastDifferenceSeconds()
        && Math.abs(Math.log(mean / other)) > Math.max(deviation, Math.log1p(MARGIN));
  }
}
