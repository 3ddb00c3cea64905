package dev.jitterlab.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The correction of Benjamini and Hochberg ("Controlling the False Discovery Rate", 1995), for
 * comparisons that only explain: of those that it calls different, at most the level's part is
 * expected to be false; where nothing differs at all, the chance that any is called different stays
 * below the level. It holds for comparisons that are independent or rise and fall together, as the
 * quantiles of one distribution do. Stateless.
 */
public final class FalseDiscoveries {
  private FalseDiscoveries() {}

  /** The corrected p-values, in the same order: compare each with the level by itself. */
  public static double[] adjusted(double[] pValues) {
    int[] descending =
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingDouble(i -> pValues[i]).reversed())
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[pValues.length];
    double atMost = 1;
    for (int i = 0; i < descending.length; i++) {
      int rank = pValues.length - i;
      atMost = Math.min(atMost, pValues[descending[i]] * pValues.length / rank);
      adjusted[descending[i]] = atMost;
    }
    return adjusted;
  }
}
