package dev.jitterlab.lab.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holm's correction for many comparisons ("A Simple Sequentially Rejective Multiple Test
 * Procedure", 1979), with its weights: among all claims of a family, the chance that any of them is
 * false stays below the level, whatever the level and however the comparisons depend on each other.
 * Stateless.
 */
public final class Holm {
  private Holm() {}

  /** Corrected p-values: compare each with the level by itself. Immutable. */
  public static final class Corrected {
    private final double[] differences;
    private final double[] equivalences;

    private Corrected(int comparisons, int equivalences) {
      this.differences = new double[comparisons];
      this.equivalences = new double[equivalences];
    }

    /** Of "there is no difference", in the order of the comparisons. */
    public double[] differences() {
      return differences.clone();
    }

    /**
     * Of "the difference is as large as matters"; as many, or none where nobody asked.
     *
     * @see #differences
     */
    public double[] equivalences() {
      return equivalences.clone();
    }
  }

  private record Claim(int comparison, boolean isEquivalence, double pValue) {}

  /**
   * Corrects both questions about every comparison at once. At most one of the two claims about a
   * comparison can be false, so a comparison has one weight for both. It keeps that weight until
   * both questions are settled: only then do the others gain it.
   *
   * @param weights of the comparisons: positive, in any unit
   * @param equivalences empty where nobody asked
   */
  public static Corrected corrected(double[] weights, double[] differences, double[] equivalences) {
    List<Claim> claims = new ArrayList<>();
    Map<Integer, Integer> open = new HashMap<>();
    for (int i = 0; i < weights.length; i++) {
      claims.add(new Claim(i, false, differences[i]));
      if (equivalences.length > 0) {
        claims.add(new Claim(i, true, equivalences[i]));
      }
      open.put(i, equivalences.length > 0 ? 2 : 1);
    }
    claims.sort(Comparator.comparingDouble(claim -> claim.pValue / weights[claim.comparison]));
    Corrected corrected = new Corrected(weights.length, equivalences.length);
    double atLeast = 0;
    for (Claim claim : claims) {
      double left = open.keySet().stream().mapToDouble(i -> weights[i]).sum();
      atLeast = Math.max(atLeast, Math.min(1, claim.pValue * left / weights[claim.comparison]));
      double[] target = claim.isEquivalence ? corrected.equivalences : corrected.differences;
      target[claim.comparison] = atLeast;
      open.computeIfPresent(claim.comparison, (_, questions) -> questions == 1 ? null : 1);
    }
    return corrected;
  }

  /** The corrected p-values of comparisons that weigh the same. */
  public static double[] adjusted(double[] pValues) {
    double[] weights = new double[pValues.length];
    Arrays.fill(weights, 1);
    return corrected(weights, pValues, new double[0]).differences();
  }
}
