package dev.jitterlab.lab.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's correction for many comparisons ("A Simple Sequentially Rejective Multiple Test
 * Procedure", 1979): among all comparisons of a family, the chance that any of them reports a
 * difference where there is none stays below the level. Stateless.
 */
public final class Holm {
  private Holm() {}

  /**
   * The corrected p-values, in the same order: each may be held against the level by itself.
   *
   * @param familySize how many comparisons were made or could have been chosen; more than there are
   *     p-values where the ones to be looked at were picked after the measurement. The others count
   *     as if none of them was smaller, which can only make the result more careful
   */
  public static double[] adjusted(double[] pValues, int familySize) {
    if (familySize < pValues.length) {
      throw new IllegalArgumentException(pValues.length + " p-values of " + familySize);
    }
    int[] ascending =
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[pValues.length];
    double atLeast = 0;
    for (int rank = 0; rank < ascending.length; rank++) {
      atLeast = Math.max(atLeast, Math.min(1, (familySize - rank) * pValues[ascending[rank]]));
      adjusted[ascending[rank]] = atLeast;
    }
    return adjusted;
  }

  /** As {@link #adjusted(double[], int)} of a family that has these comparisons and no others. */
  public static double[] adjusted(double[] pValues) {
    return adjusted(pValues, pValues.length);
  }
}
