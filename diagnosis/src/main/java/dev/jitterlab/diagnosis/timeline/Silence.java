package dev.jitterlab.diagnosis.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times in which a process that is busy recording things recorded nothing, as when it is stopped by
 * a signal or its machine stands still.
 *
 * <p>A gap between two neighbouring records counts if it lasts at least 10 ms and 30 times as long
 * as 99 of 100 gaps around it do. A process that records little is never said to be silent.
 */
final class Silence {
  private static final long LEAST_NS = 10_000_000;
  private static final int TIMES_USUAL = 30;
  private static final double USUAL = 0.99;

  /** How many gaps before and after one are the usual ones. */
  private static final int AROUND = 200;

  private Silence() {}

  /**
   * The silent stretches.
   *
   * @param activity when something was recorded; is sorted
   * @param known stretches; what stops of all threads explain is not silence
   */
  static List<Stretch> in(long[] activity, List<Stretch> known) {
    Arrays.sort(activity);
    StretchIndex stops =
        new StretchIndex(
            known.stream().filter(one -> one.thread() == Timeline.ALL_THREADS).toList());
    List<Stretch> found = new ArrayList<>();
    for (int i = 1; i < activity.length; i++) {
      long gap = activity[i] - activity[i - 1];
      if (gap >= LEAST_NS
          && gap >= TIMES_USUAL * usual(activity, i)
          && !isStop(stops, activity[i - 1], activity[i])) {
        found.add(
            new Stretch(
                Cause.PROCESS_STOPPED,
                activity[i - 1],
                activity[i],
                Timeline.ALL_THREADS,
                "no event of any thread",
                "no thread recorded anything"));
      }
    }
    return found;
  }

  private static long usual(long[] activity, int at) {
    int from = Math.max(1, at - AROUND);
    int to = Math.min(activity.length - 1, at + AROUND);
    long[] gaps = new long[to - from];
    int n = 0;
    for (int i = from; i <= to; i++) {
      if (i != at) {
        gaps[n++] = activity[i] - activity[i - 1];
      }
    }
    if (n < AROUND) {
      return Long.MAX_VALUE / TIMES_USUAL;
    }
    Arrays.sort(gaps);
    return gaps[(int) (n * USUAL)];
  }

  /** Half of it explained by a stop is enough. */
  private static boolean isStop(StretchIndex stops, long from, long to) {
    long stopped = 0;
    long until = from;
    for (Stretch stop : stops.overlapping(from, to)) {
      long end = Math.min(to, stop.endNs());
      stopped += Math.max(0, end - Math.max(until, stop.startNs()));
      until = Math.max(until, end);
    }
    return stopped * 2 >= to - from;
  }
}
