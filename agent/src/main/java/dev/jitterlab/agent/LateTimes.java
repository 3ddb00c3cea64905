package dev.jitterlab.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Divides the lateness of ticks and requests among what threads waited for meanwhile: the part of
 * {@code jitterlab diagnose} that can be done while the server runs. The window of a tick goes from
 * when it was due to its end; its lateness is the window less the usual execution of ticks on time.
 * Where two stretches overlap, the first in {@link SeenCause} gets the time. A wait of the thread
 * that began before the tick did is waiting for its schedule, and does not count, unless it is for
 * a lock or for memory and the tick was due already. How long the thread waited for a CPU stands in
 * the tick's own event, before its start and from there on; it has of each what no stretch has.
 *
 * <p>Stretches are kept for a minute, and no more than {@link #MOST} of all threads and as many of
 * single ones. The sums are thread-safe; all else is for one thread.
 */
final class LateTimes {
  /** Stands for all threads. */
  static final long ALL_THREADS = Long.MIN_VALUE;

  /** For a time that was not read. */
  static final long NOT_READ = -1;

  static final int MOST = 20_000;
  private static final long KEPT_NS = 60_000_000_000L;
  private static final int USUAL_OF = 101;
  private static final SeenCause[] CAUSES = SeenCause.values();

  /** Of all threads, and apart from the others, since many waits would crowd out a pause. */
  private final Deque<Stretch> stops = new ArrayDeque<>();

  private final Deque<Stretch> waits = new ArrayDeque<>();
  private final List<Work> waiting = new ArrayList<>();
  private final long[] onTime = new long[USUAL_OF];
  private int onTimeTicks;
  private long newestNs = Long.MIN_VALUE;

  private final Map<SeenCause, LongAdder> sums = new EnumMap<>(SeenCause.class);
  final LongAdder lateTicks = new LongAdder();
  final LongAdder lateRequests = new LongAdder();
  private final LongAdder queueNotRead = new LongAdder();

  private static final class Stretch {
    private final SeenCause cause;
    private final long thread;
    private final long fromNs;
    private final long toNs;

    Stretch(SeenCause cause, long thread, long fromNs, long toNs) {
      this.cause = cause;
      this.thread = thread;
      this.fromNs = fromNs;
      this.toNs = toNs;
    }
  }

  private static final class Work {
    private final long thread;
    private final long dueNs;
    private final long startNs;
    private final long endNs;
    private final long usualNs;
    private final long queuedBeforeNs;
    private final long queuedNs;

    Work(
        long thread,
        long dueNs,
        long startNs,
        long endNs,
        long usualNs,
        long queuedBeforeNs,
        long queuedNs) {
      this.thread = thread;
      this.dueNs = Math.min(dueNs, startNs);
      this.startNs = startNs;
      this.endNs = endNs;
      this.usualNs = usualNs;
      this.queuedBeforeNs = queuedBeforeNs;
      this.queuedNs = queuedNs;
    }
  }

  /** A place where a stretch begins ({@code by} is 1) or ends (-1). */
  private static final class Bound {
    private final long atNs;
    private final SeenCause cause;
    private final int by;

    Bound(long atNs, SeenCause cause, int by) {
      this.atNs = atNs;
      this.cause = cause;
      this.by = by;
    }
  }

  /** Time that no stretch has, before the start and from there on. */
  private static final class Free {
    private long beforeNs;
    private long afterNs;

    void add(Work work, long fromNs, long toNs) {
      if (fromNs < work.startNs) {
        beforeNs += toNs - fromNs;
      } else {
        afterNs += toNs - fromNs;
      }
    }

    long queuedNs(Work work) {
      return Math.min(beforeNs, Math.max(0, work.queuedBeforeNs))
          + Math.min(afterNs, Math.max(0, work.queuedNs));
    }
  }

  LateTimes() {
    for (SeenCause cause : CAUSES) {
      sums.put(cause, new LongAdder());
    }
  }

  /** Something stopped a thread, or all of them. */
  void stretch(SeenCause cause, long thread, long fromNs, long toNs) {
    if (toNs > fromNs) {
      Deque<Stretch> kept = thread == ALL_THREADS ? stops : waits;
      kept.addLast(new Stretch(cause, thread, fromNs, toNs));
      newestNs = Math.max(newestNs, toNs);
      if (kept.size() > MOST) {
        kept.removeFirst();
      }
    }
  }

  /** A tick was on time. */
  void onTime(long executionNs) {
    onTime[onTimeTicks++ % USUAL_OF] = executionNs;
  }

  /**
   * A tick was late.
   *
   * @param queuedBeforeNs how long the thread waited for a CPU before the start; below 0 if that
   *     was not read
   * @param queuedNs the same from the start to the end
   */
  void lateTick(
      long thread, long dueNs, long startNs, long endNs, long queuedBeforeNs, long queuedNs) {
    lateTicks.increment();
    late(new Work(thread, dueNs, startNs, endNs, usualNs(), queuedBeforeNs, queuedNs));
  }

  /**
   * A request was slow.
   *
   * @param queuedNs how long the thread waited for a CPU; below 0 if that was not read
   */
  void slowRequest(long thread, long startNs, long endNs, long queuedNs) {
    lateRequests.increment();
    late(new Work(thread, startNs, startNs, endNs, 0, NOT_READ, queuedNs));
  }

  private void late(Work work) {
    if (work.queuedBeforeNs < 0 && work.queuedNs < 0) {
      queueNotRead.increment();
    }
    newestNs = Math.max(newestNs, work.endNs);
    if (waiting.size() < MOST) {
      waiting.add(work);
    } else {
      sums.get(SeenCause.OTHER).add(Math.max(0, work.endNs - work.dueNs - work.usualNs));
    }
  }

  /** The median; 0 if no tick on time was recorded, since those shorter than 1 ms are not. */
  private long usualNs() {
    int count = Math.min(onTimeTicks, USUAL_OF);
    long[] sorted = Arrays.copyOf(onTime, count);
    Arrays.sort(sorted);
    return count == 0 ? 0 : sorted[count / 2];
  }

  /** Everything that happened so far was told: what is late is divided now. */
  void flush() {
    if (!waiting.isEmpty()) {
      Map<Long, List<Stretch>> byThread =
          waits.stream().collect(Collectors.groupingBy(one -> one.thread));
      for (Work work : waiting) {
        divide(work, byThread.getOrDefault(work.thread, List.of()));
      }
      waiting.clear();
    }
    stops.removeIf(each -> each.toNs < newestNs - KEPT_NS);
    waits.removeIf(each -> each.toNs < newestNs - KEPT_NS);
  }

  private void divide(Work work, List<Stretch> ownWaits) {
    long lateNs = work.endNs - work.dueNs - work.usualNs;
    if (lateNs <= 0) {
      return;
    }
    List<Bound> bounds = new ArrayList<>();
    bounds.add(new Bound(work.startNs, SeenCause.OTHER, 0));
    bounds.add(new Bound(work.endNs, SeenCause.OTHER, 0));
    Stream.concat(stops.stream(), ownWaits.stream().filter(one -> isOf(work, one)))
        .filter(one -> one.fromNs < work.endNs && one.toNs > work.dueNs)
        .forEach(
            one -> {
              bounds.add(new Bound(Math.max(one.fromNs, work.dueNs), one.cause, 1));
              bounds.add(new Bound(Math.min(one.toNs, work.endNs), one.cause, -1));
            });
    bounds.sort(Comparator.comparingLong(bound -> bound.atNs));
    long[] parts = new long[CAUSES.length];
    int[] atWork = new int[CAUSES.length];
    Free free = new Free();
    long until = work.dueNs;
    for (Bound bound : bounds) {
      if (bound.atNs > until) {
        int first = first(atWork);
        if (first < 0) {
          free.add(work, until, bound.atNs);
        } else {
          parts[first] += bound.atNs - until;
        }
        until = bound.atNs;
      }
      atWork[indexOf(bound.cause)] += bound.by;
    }
    parts[indexOf(SeenCause.RUN_QUEUE)] = free.queuedNs(work);
    long left = lateNs; // a tick that computed less than usual has more causes than lateness
    for (SeenCause cause : CAUSES) {
      long part = cause == SeenCause.OTHER ? left : Math.min(left, parts[indexOf(cause)]);
      sums.get(cause).add(part);
      left -= part;
    }
  }

  /** An idle thread parks, sleeps or reads; it waits for no lock and no memory. */
  private static boolean isOf(Work work, Stretch wait) {
    boolean isIdle = wait.cause != SeenCause.LOCK_WAIT && wait.cause != SeenCause.GC_STALL;
    return wait.fromNs >= (isIdle ? work.startNs : work.dueNs);
  }

  private static int indexOf(SeenCause cause) {
    return Arrays.binarySearch(CAUSES, cause);
  }

  /** The first cause that is at work; below 0 if none is. */
  private static int first(int[] atWork) {
    for (int i = 0; i < atWork.length; i++) {
      if (atWork[i] > 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns whether a cause would have been seen in all that was late. Where one late event does
   * not say how long its thread waited for a CPU, such as every tick that is only watched, nobody
   * knows how much that is in all.
   */
  boolean sees(SeenCause cause) {
    return cause != SeenCause.RUN_QUEUE || queueNotRead.sum() == 0;
  }

  /**
   * Returns the late time that a cause took, in nanoseconds. What is known of a cause that was not
   * always seen is a part of {@link SeenCause#OTHER}, so that the causes seen add up.
   */
  long ns(SeenCause cause) {
    long ns = sums.get(cause).sum();
    boolean hasMore = cause == SeenCause.OTHER && !sees(SeenCause.RUN_QUEUE);
    return hasMore ? ns + sums.get(SeenCause.RUN_QUEUE).sum() : ns;
  }
}
