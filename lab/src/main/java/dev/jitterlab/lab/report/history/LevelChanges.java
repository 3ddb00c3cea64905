package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.statistics.EDivisive;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.Change;
import dev.jitterlab.lab.summary.RunHistory.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the figures of one group change their level from run to run. The run is the unit: what the
 * machine did on a day, it did to all instances of that day. Looks at logarithms, where all figures
 * are positive, so that a level of 1 µs and one of 1 ms are treated alike.
 */
final class LevelChanges {
  /** One run is an outlier, two are a level. */
  private static final int LEAST_RUNS = 2;

  /** So that a level of 5 % divided among many groups can be reached. */
  private static final int PERMUTATIONS = 999;

  private static final long SEED = 1;

  private final List<RunHistory.Run> runs;
  private final List<Point> points;
  private final boolean higherIsBetter;
  private final EDivisive method;

  /**
   * @param points the group's, one for each run
   * @param level the chance of a false alarm in a series that does not change
   */
  LevelChanges(
      List<RunHistory.Run> runs, List<Point> points, boolean higherIsBetter, double level) {
    this.runs = runs;
    this.points = points;
    this.higherIsBetter = higherIsBetter;
    this.method = new EDivisive(LEAST_RUNS, level, PERMUTATIONS, SEED);
  }

  /** In order; none lies across a run that breaks the series. */
  List<Change> find() {
    List<Change> changes = new ArrayList<>();
    List<Integer> series = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      if (runs.get(run).breaks()) {
        changes.addAll(within(series));
        series.clear();
      }
      if (points.get(run).value() != null && !runs.get(run).status().equals("invalid")) {
        series.add(run);
      }
    }
    changes.addAll(within(series));
    return changes;
  }

  private List<Change> within(List<Integer> series) {
    double[] values = series.stream().mapToDouble(run -> points.get(run).value()).toArray();
    boolean positive = series.stream().allMatch(run -> points.get(run).value() > 0);
    double[] compared = values.clone();
    for (int i = 0; positive && i < compared.length; i++) {
      compared[i] = Math.log(compared[i]);
    }
    List<EDivisive.Change> found = method.changes(compared);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int from = i == 0 ? 0 : found.get(i - 1).at();
      int at = found.get(i).at();
      int to = i + 1 == found.size() ? values.length : found.get(i + 1).at();
      changes.add(
          change(
              series.get(at),
              Arrays.copyOfRange(values, from, at),
              Arrays.copyOfRange(values, at, to),
              found.get(i).pValue()));
    }
    return changes;
  }

  private Change change(int run, double[] before, double[] after, double pValue) {
    Mean level = new Mean(after);
    Mean earlier = new Mean(before);
    Optional<RatioEstimate> ratio = RatioBootstrap.independent(level, earlier, SEED);
    Optional<RatioEstimate.Interval> interval = ratio.flatMap(RatioEstimate::interval);
    return new Change(
        run,
        ratio.map(RatioEstimate::ratio).orElse(null),
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).orElse(null),
        pValue,
        level.value() > earlier.value() != higherIsBetter);
  }
}
