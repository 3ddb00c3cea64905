package dev.jitterlab.arrivals;

import java.util.Arrays;

/**
 * A rate that is changed while arrivals come, as by a search that looks at what the last rate did.
 * All arrivals of it see the same changes, also those who ask later. Thread-safe; keeps every
 * change.
 */
public final class ChangingRate {
  /** What holds from when on; replaced as a whole. */
  private static final class Known {
    private final long[] fromNs;
    private final double[] perSecond;

    Known(long[] fromNs, double[] perSecond) {
      this.fromNs = fromNs;
      this.perSecond = perSecond;
    }

    int indexAt(long ns) {
      int index = fromNs.length - 1;
      while (index > 0 && fromNs[index] > ns) {
        index--;
      }
      return index;
    }
  }

  private volatile Known known;

  /**
   * Begins with a rate.
   *
   * @throws IllegalArgumentException if it is no rate above 0
   */
  public ChangingRate(double perSecond) {
    known = new Known(new long[] {0}, new double[] {checked(perSecond)});
  }

  private static double checked(double perSecond) {
    if (!(perSecond > 0 && perSecond <= RatePhase.MOST_PER_SECOND)) {
      throw new IllegalArgumentException(
          "a rate is above 0 and at most 1 000 000 a second, not " + perSecond);
    }
    return perSecond;
  }

  /**
   * Changes it. Say so a little before it holds: an arrival that has been computed already stays.
   *
   * @param fromNs from the begin; later than that of the change before
   * @throws IllegalArgumentException if it is not later, or no rate
   */
  public synchronized void change(long fromNs, double perSecond) {
    Known before = known;
    int count = before.fromNs.length;
    if (fromNs <= before.fromNs[count - 1]) {
      throw new IllegalArgumentException("a change at " + fromNs + " ns, before the last one");
    }
    long[] times = Arrays.copyOf(before.fromNs, count + 1);
    double[] rates = Arrays.copyOf(before.perSecond, count + 1);
    times[count] = fromNs;
    rates[count] = checked(perSecond);
    known = new Known(times, rates);
  }

  /**
   * Returns when so many more arrivals have come, as the rate's integral says.
   *
   * @param afterNs from the begin
   * @param arrivals not below 0; need not be whole
   */
  double reachedNs(double afterNs, double arrivals) {
    Known now = known;
    int index = now.indexAt((long) afterNs);
    double atNs = afterNs;
    double left = arrivals;
    while (true) {
      double needNs = left * 1e9 / now.perSecond[index];
      if (index + 1 == now.fromNs.length || atNs + needNs <= now.fromNs[index + 1]) {
        return atNs + needNs;
      }
      left -= (now.fromNs[index + 1] - atNs) / 1e9 * now.perSecond[index];
      atNs = now.fromNs[++index];
    }
  }
}
