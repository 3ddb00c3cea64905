package dev.jitterlab.lab.changepoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The segmentation of a series whose costs, with a penalty for each change point, are least: the
 * method PELT of Killick, Fearnhead and Eckley, "Optimal Detection of Changepoints with a Linear
 * Computational Cost" (JASA 107, 2012). It is optimal partitioning (Jackson et al., 2005), exact,
 * without the starts of a last segment that can no longer win: where the best segmentation up to
 * <i>s</i> plus the cost of all from <i>s</i> to <i>t</i> is not below the best one up to <i>t</i>,
 * a change at <i>t</i> serves every later end at least as well as one at <i>s</i> (theorem 3.1,
 * with K = 0, as splitting a stretch never raises a likelihood's cost).
 *
 * <p>Segments have a least length. A change at <i>t</i> is then only a choice for ends that are at
 * least that far behind <i>t</i>, so that <i>s</i> is kept up to there.
 *
 * <p>Time grows linearly where changes come regularly, and quadratically where there are none: a
 * thousand values without any take some milliseconds. Stateless.
 */
public final class Pelt {
  /** Where a last segment may begin; from {@code deadFrom} on, as an end, it can no longer win. */
  private static final class Start {
    private final int at;

    /** The least cost up to here, and that of all from here to the end that is looked at. */
    private double cost;

    private int deadFrom = Integer.MAX_VALUE;

    private Start(int at) {
      this.at = at;
    }
  }

  private Pelt() {}

  /**
   * Finds the change points.
   *
   * @param penalty what one more change point has to save
   * @param leastLength of a segment, in values; at least 1
   * @return where new segments begin, ascending; empty for a series without changes, or one that is
   *     too short for any
   */
  public static List<Integer> changePoints(NormalCost cost, double penalty, int leastLength) {
    int length = cost.length();
    double[] best = new double[length + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = -penalty;
    int[] lastStart = new int[length + 1];
    List<Start> starts = new ArrayList<>(List.of(new Start(0)));
    for (int end = leastLength; end <= length; end++) {
      int at = end;
      starts.removeIf(start -> start.deadFrom <= at);
      for (Start start : starts) {
        start.cost = best[start.at] + cost.of(start.at, end);
        double total = start.cost + penalty;
        if (total < best[end]) {
          best[end] = total;
          lastStart[end] = start.at;
        }
      }
      for (Start start : starts) {
        if (start.cost >= best[end]) {
          start.deadFrom = Math.min(start.deadFrom, end + leastLength);
        }
      }
      int next = end + 1 - leastLength;
      if (next >= leastLength) {
        starts.add(new Start(next));
      }
    }
    return backwards(lastStart);
  }

  private static List<Integer> backwards(int[] lastStart) {
    List<Integer> changes = new ArrayList<>();
    for (int at = lastStart[lastStart.length - 1]; at > 0; at = lastStart[at]) {
      changes.add(at);
    }
    return changes.reversed();
  }
}
