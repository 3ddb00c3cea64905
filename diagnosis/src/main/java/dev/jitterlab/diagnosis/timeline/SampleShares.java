package dev.jitterlab.diagnosis.timeline;

/**
 * Compares the share that a method has of the samples of late work with its share of those of
 * normal work. Stateless and thread-safe.
 */
public final class SampleShares {
  /** What differs by less is not worth looking at, however sure it is. */
  private static final double LEAST_DIFFERENCE = 0.02;

  private static final double STANDARD_ERRORS = 3;

  private SampleShares() {}

  /**
   * Whether the shares differ by more than chance explains.
   *
   * @param late how many samples of late work have the method
   * @param allLate how many samples of late work there are, at least one
   * @param normal how many samples of normal work have the method
   * @param allNormal how many samples of normal work there are, at least one
   */
  public static boolean differ(int late, int allLate, int normal, int allNormal) {
    double difference = late / (double) allLate - normal / (double) allNormal;
    double all = (late + normal) / (double) (allLate + allNormal);
    double error = Math.sqrt(all * (1 - all) * (1.0 / allLate + 1.0 / allNormal));
    double whole = 0.5 / allLate + 0.5 / allNormal; // shares come in steps of one sample
    return Math.abs(difference) >= Math.max(LEAST_DIFFERENCE, STANDARD_ERRORS * error + whole);
  }
}
