package dev.jitterlab.diagnosis.budget;

import java.util.Arrays;

/** The latest of some works, of those that overlap one. Stateless. */
public final class LatestWorks {
  /** So many of each server get lanes, so that the worst of all are among them. */
  public static final int LANES_OF_A_SERVER = 3;

  private LatestWorks() {}

  /**
   * Their places, the latest first; of equally late ones the first.
   *
   * @param latenessNs how late each work is
   * @param fromNs when its window begins
   * @param endNs when it ends
   * @param most no more than so many
   */
  public static int[] apart(long[] latenessNs, long[] fromNs, long[] endNs, int most) {
    int[] found = new int[most];
    int count = 0;
    while (count < most) {
      int latest = -1;
      for (int i = 0; i < latenessNs.length; i++) {
        if ((latest < 0 || latenessNs[i] > latenessNs[latest])
            && isApart(i, found, count, fromNs, endNs)) {
          latest = i;
        }
      }
      if (latest < 0) {
        break;
      }
      found[count++] = latest;
    }
    return Arrays.copyOf(found, count);
  }

  private static boolean isApart(int one, int[] others, int count, long[] fromNs, long[] endNs) {
    for (int i = 0; i < count; i++) {
      int other = others[i];
      if (fromNs[one] < endNs[other] && fromNs[other] < endNs[one]) {
        return false;
      }
    }
    return true;
  }
}
