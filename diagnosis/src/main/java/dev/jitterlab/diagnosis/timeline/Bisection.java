package dev.jitterlab.diagnosis.timeline;

import java.util.function.IntPredicate;

/** Finds a place among things that are in order, by halving. Stateless. */
public final class Bisection {
  private Bisection() {}

  /**
   * The first place for which a test does not hold; it holds for all places before that one, and
   * for none behind it.
   *
   * @param from the first place that it may be
   * @param to what is returned if the test holds for all places before
   */
  public static int firstNot(int from, int to, IntPredicate test) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (test.test(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
