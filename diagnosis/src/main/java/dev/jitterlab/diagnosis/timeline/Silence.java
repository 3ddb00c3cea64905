package dev.jitterlab.diagnosis.timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Times in which a process that is busy recording things recorded nothing, as when it is stopped by
 * a signal or its machine stands still.
 *
 * <p>A gap between two neighbouring records counts if it lasts at least 10 ms and 30 times as long
 * as 99 of 100 gaps around it do. A process that records little is never said to be silent. One
 * thread alone may be silent since it waits for a CPU; so two must be, each of which usually
 * records something three times as often. Not thread-safe.
 */
final class Silence {
  private static final long LEAST_NS = 10_000_000;
  private static final int TIMES_USUAL = 30;
  private static final double USUAL = 0.99;
  private static final int TIMES_OWN = 3;
  private static final double OWN = 0.95;
  private static final int LEAST_THREADS = 2;

  /** How many gaps before and after one are the usual ones. */
  private static final int AROUND = 200;

  private final Map<Long, Times> byThread = new HashMap<>();

  /** Those of the thread that did something last: its events stand together. */
  private Times last;

  private long lastThread;

  private static final class Times {
    private long[] ns = new long[64];
    private int count;
    private long usualGapNs = -1;

    void add(long atNs) {
      if (count == ns.length) {
        ns = Arrays.copyOf(ns, count * 2);
      }
      ns[count++] = atNs;
    }

    /** No more are added from then on. */
    void finish() {
      if (usualGapNs < 0) {
        Arrays.sort(ns, 0, count);
        usualGapNs = gap();
      }
    }

    /** The place behind the last of them that is not after a moment; they are sorted. */
    int until(long atNs) {
      return Bisection.firstNot(0, count, at -> ns[at] <= atNs);
    }

    /** What gap between two of them is usually not exceeded. */
    private long gap() {
      long[] gaps = new long[Math.max(0, count - 1)];
      for (int i = 0; i < gaps.length; i++) {
        gaps[i] = ns[i + 1] - ns[i];
      }
      return quantile(gaps, OWN);
    }
  }

  /** What another one knows, too. */
  void addAll(Silence other) {
    other.byThread.forEach(
        (thread, times) -> {
          Times own = byThread.putIfAbsent(thread, times);
          for (int i = 0; own != null && i < times.count; i++) {
            own.add(times.ns[i]);
          }
        });
  }

  /** A thread did something, as its own event shows. */
  void active(long thread, long atNs) {
    if (last == null || lastThread != thread) {
      lastThread = thread;
      last = byThread.computeIfAbsent(thread, _ -> new Times());
    }
    last.add(atNs);
  }

  /**
   * The silent stretches.
   *
   * @param stops of all threads, by the JVM; what they explain is not silence
   */
  List<Stretch> find(StretchIndex stops) {
    List<Times> threads = List.copyOf(byThread.values());
    threads.forEach(Times::finish);
    long[] own = threads.stream().mapToLong(times -> times.usualGapNs).toArray();
    long[] all = all(threads);
    List<Stretch> found = new ArrayList<>();
    for (int i = 1; i < all.length; i++) {
      long gap = all[i] - all[i - 1];
      if (gap >= LEAST_NS
          && gap >= TIMES_USUAL * usual(all, i)
          && !isStop(stops, all[i - 1], all[i])) {
        long silent = silent(threads, own, all[i - 1], gap);
        if (silent >= LEAST_THREADS) {
          found.add(
              new Stretch(
                  Cause.PROCESS_STOPPED,
                  all[i - 1],
                  all[i],
                  JvmTimeline.ALL_THREADS,
                  "no event of any thread",
                  silent + " threads that record all the time recorded nothing"));
        }
      }
    }
    return found;
  }

  /**
   * From which length on a silence of this process could be told: two threads must usually record
   * something three times as often. Empty if it has no two such threads.
   */
  OptionalLong fromNs() {
    byThread.values().forEach(Times::finish);
    long[] own =
        byThread.values().stream()
            .filter(times -> times.count > AROUND)
            .mapToLong(times -> times.usualGapNs)
            .sorted()
            .toArray();
    return own.length < LEAST_THREADS
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(LEAST_NS, TIMES_OWN * own[LEAST_THREADS - 1]));
  }

  /** How many threads were at it before and usually leave no such gap. */
  private static long silent(List<Times> threads, long[] own, long from, long gap) {
    long silent = 0;
    for (int i = 0; i < own.length; i++) {
      Times times = threads.get(i);
      int behind = times.until(from);
      if (own[i] <= gap / TIMES_OWN
          && behind > 0
          && from - times.ns[behind - 1] <= gap / TIMES_OWN) {
        silent++;
      }
    }
    return silent;
  }

  /** The times of all threads, sorted. */
  private static long[] all(List<Times> threads) {
    long[] all = new long[threads.stream().mapToInt(times -> times.count).sum()];
    int at = 0;
    for (Times times : threads) {
      System.arraycopy(times.ns, 0, all, at, times.count);
      at += times.count;
    }
    Arrays.sort(all);
    return all;
  }

  private static long usual(long[] all, int at) {
    int from = Math.max(1, at - AROUND);
    int to = Math.min(all.length - 1, at + AROUND);
    long[] gaps = new long[to - from + 1];
    for (int i = from; i <= to; i++) {
      gaps[i - from] = i == at ? 0 : all[i] - all[i - 1];
    }
    return gaps.length < AROUND ? Long.MAX_VALUE / TIMES_USUAL : quantile(gaps, USUAL);
  }

  private static long quantile(long[] values, double share) {
    return values.length == 0
        ? Long.MAX_VALUE
        : Selection.nth(
            values,
            values.length,
            (int) Math.min(values.length - 1L, Math.round(values.length * share)));
  }

  /** Half of it explained by a stop is enough. */
  static boolean isStop(StretchIndex stops, long from, long to) {
    return Stretch.coveredNs(stops.overlapping(from, to), from, to) * 2 >= to - from;
  }
}
