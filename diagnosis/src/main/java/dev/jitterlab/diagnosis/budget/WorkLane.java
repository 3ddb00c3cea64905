package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Bisection;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.Arrays;
import java.util.List;

/**
 * The works of one thread in order of their start, and what they carry over to those behind them.
 *
 * <p>Under overload every work looks back at the two hundred before it. Their sum is not made anew
 * each time: it is kept for a window of works that moves on with the questions. Times are whole
 * nanoseconds, so adding and taking out lose nothing. The few works that lie partly in a free time
 * are taken out of that sum and looked at by themselves. Where works of the thread overlap one
 * another, each is looked at by itself.
 *
 * <p>A server may have one virtual thread for each request, and so 100,000s of lanes with a work
 * each. So a lane begins small, and its arrays grow with its works. Not thread-safe.
 */
final class WorkLane {
  /** How many works are looked back upon; those before have the same mix of causes. */
  static final int FURTHEST_BACK = 200;

  private static final Cause[] CAUSES = Cause.values();

  /** What rings grow to: nobody asks why works further back were late. */
  private static final int RING = Integer.highestOneBit(FURTHEST_BACK) << 1;

  /** For how many works there is room at first; a power of two, as each length of a ring is. */
  private static final int FEW = 2;

  private final TimedWorks works;

  /** The places of the last of them among all works. */
  private int[] lastPlaces = new int[FEW];

  /** Why they were late; null for those on time. */
  private Budget[] lastBudgets = new Budget[FEW];

  private long[] starts = new long[FEW];
  private long[] ends = new long[FEW];

  /** How long all works before each of them took. */
  private long[] before = new long[FEW];

  private int size;
  private long tookNs;

  /** Whether each work began when the one before it had ended. */
  private boolean inOrder = true;

  /** When the last of the works up to each had ended; only where they are not in order. */
  private long[] latestEnds = {};

  private int latestEndCount;

  /** The sum over the works from {@code windowFrom} on, as if each lay in free time wholly. */
  private final CarriedOver window = new CarriedOver();

  private int windowFrom;

  /** By rank; null for a cause that no work has. */
  private final Largest[] largest = new Largest[CAUSES.length];

  /**
   * For a cause, works that have more of it than all behind them; the earliest first. None is
   * further back than the rings reach, so no more than {@link WorkLane#FURTHEST_BACK} are in it.
   */
  private static final class Largest {
    private int[] at = new int[FEW];
    private long[] ns = new long[FEW];
    private int first;
    private int end;

    void push(int work, long has, int furthest) {
      while (first < end && at[place(first)] < furthest) {
        first++;
      }
      while (first < end && ns[place(end - 1)] <= has) {
        end--;
      }
      if (end - first == at.length) {
        grow();
      }
      at[place(end)] = work;
      ns[place(end)] = has;
      end++;
    }

    private int place(int i) {
      return i & (at.length - 1);
    }

    private void grow() {
      int[] newAt = new int[2 * at.length];
      long[] newNs = new long[newAt.length];
      for (int i = first; i < end; i++) {
        newAt[i - first] = at[place(i)];
        newNs[i - first] = ns[place(i)];
      }
      end -= first;
      first = 0;
      at = newAt;
      ns = newNs;
    }

    /** The first one from a work on; below 0 if there is none. */
    int from(int work) {
      for (int i = first; i < end; i++) {
        if (at[place(i)] >= work) {
          return at[place(i)];
        }
      }
      return -1;
    }
  }

  WorkLane(TimedWorks works) {
    this.works = works;
  }

  /**
   * Adds a work; none added before began later.
   *
   * @param place its place among all works
   * @param budget why it was late; null if it was on time
   */
  void add(int place, Budget budget) {
    long startNs = works.startNs(place);
    long endNs = works.threadEndNs(place);
    inOrder &= endNs >= startNs && (size == 0 || startNs >= ends[size - 1]);
    if (size == starts.length) {
      int length = size + (size >> 1);
      starts = Arrays.copyOf(starts, length);
      ends = Arrays.copyOf(ends, length);
      before = Arrays.copyOf(before, length);
    }
    if (size == lastPlaces.length && size < RING) { // nothing was overwritten yet
      lastPlaces = Arrays.copyOf(lastPlaces, 2 * size);
      lastBudgets = Arrays.copyOf(lastBudgets, 2 * size);
    }
    starts[size] = startNs;
    ends[size] = endNs;
    before[size] = tookNs;
    tookNs += endNs - startNs;
    if (inOrder && windowFrom < size + 1 - FURTHEST_BACK) {
      count(windowFrom++, -1); // it leaves the ring before long
    }
    lastPlaces[inRing(size)] = place;
    lastBudgets[inRing(size)] = budget;
    size++;
    if (inOrder) {
      window.count(budget, endNs - startNs, 1);
      if (endNs > startNs) {
        push(budget);
      }
    }
  }

  private int inRing(int i) {
    return i & (lastPlaces.length - 1);
  }

  private Budget budget(int i) {
    return lastBudgets[inRing(i)];
  }

  private PastWork work(int i) {
    return new PastWork(works, lastPlaces[inRing(i)], budget(i));
  }

  private void push(Budget done) {
    boolean isBehind = false;
    if (PastWork.latenessNs(done) > 0) {
      List<BudgetPart> parts = done.parts();
      for (int i = 0; i < parts.size(); i++) {
        BudgetPart part = parts.get(i);
        push(part.cause(), part.ns());
        isBehind |= part.cause() == Cause.PREDECESSOR && part.ns() != 0;
      }
    }
    if (!isBehind) {
      push(Cause.PREDECESSOR, 0); // any work can be what another one waited for
    }
  }

  private void push(Cause cause, long ns) {
    Largest of = largest[cause.rank()];
    if (of == null) {
      of = new Largest();
      largest[cause.rank()] = of;
    }
    of.push(size - 1, ns, size - FURTHEST_BACK);
  }

  /** Whether the thread was at work at a moment. */
  boolean isAtWork(long ns) {
    int behind = Bisection.firstNot(0, size, at -> starts[at] <= ns);
    return behind > 0 && ns < latestEnd(behind - 1);
  }

  /** Returns when the last of the works up to one ended: a tick may serve a request within it. */
  private long latestEnd(int work) {
    if (inOrder) {
      return ends[work];
    }
    if (latestEnds.length < size) {
      latestEnds = Arrays.copyOf(latestEnds, ends.length);
    }
    for (; latestEndCount < size; latestEndCount++) {
      long end = ends[latestEndCount];
      latestEnds[latestEndCount] =
          latestEndCount == 0 ? end : Math.max(end, latestEnds[latestEndCount - 1]);
    }
    return latestEnds[work];
  }

  /** How many works it has. */
  int size() {
    return size;
  }

  /** What its works took of a free time that is not empty. */
  CarriedOver carried(FreeTime free) {
    long from = free.startNs(0);
    int furthest = Math.max(0, size - FURTHEST_BACK);
    CarriedOver carried = inOrder ? summed(free, furthest) : null;
    if (carried == null) {
      carried = oneByOne(free, furthest);
    }
    int next = furthest - 1;
    if (next >= 0 && carried.lookedNs() > 0 && looksPast(furthest, from)) {
      carried.extend(1 + furtherBack(next, free) / (double) carried.lookedNs());
    }
    return carried;
  }

  /** Whether all that are looked back upon, and the one before them, end after a moment. */
  private boolean looksPast(int furthest, long ns) {
    for (int i = inOrder ? furthest : size - 1; i >= furthest - 1; i--) {
      if (ends[i] <= ns) {
        return false;
      }
    }
    return true;
  }

  /** The same for works that overlap one another, and what the sum of the window must come to. */
  CarriedOver oneByOne(FreeTime free, int furthest) {
    CarriedOver carried = new CarriedOver();
    for (int i = size - 1; i >= furthest && latestEnd(i) > free.startNs(0); i--) {
      if (ends[i] > free.startNs(0)) { // else it lies within one that began earlier
        carried.add(work(i), shared(i, free));
      }
    }
    return carried;
  }

  /** The same by the sum of the window; null if the work with most of a cause took nothing. */
  CarriedOver summed(FreeTime free, int furthest) {
    move(free.startNs(0), furthest);
    CarriedOver carried = new CarriedOver();
    carried.count(window);
    int next = windowFrom;
    long gapFrom = Long.MIN_VALUE;
    for (int piece = 0; piece <= free.pieces(); piece++) {
      long gapTo = piece < free.pieces() ? free.startNs(piece) : Long.MAX_VALUE;
      for (next = firstEndAfter(gapFrom, next); next < size && starts[next] < gapTo; next++) {
        Budget partly = budget(next);
        carried.count(partly, ends[next] - starts[next], -1);
        carried.count(partly, shared(next, free), 1);
      }
      gapFrom = piece < free.pieces() ? free.endNs(piece) : gapTo;
    }
    for (Cause cause : CAUSES) {
      int most = most(cause);
      if (most >= 0) {
        if (shared(most, free) == 0) {
          return null;
        }
        Budget has = budget(most);
        carried.blame(work(most), cause, has == null ? 0 : has.ns(cause));
      }
    }
    return carried;
  }

  /** The first one in the window that has most of a cause; below 0 if none has any. */
  private int most(Cause cause) {
    Largest of = largest[cause.rank()];
    return of == null ? -1 : of.from(windowFrom);
  }

  /** Moves the window's begin to the first work that ends after a moment, or to the furthest. */
  private void move(long ns, int furthest) {
    while (windowFrom < size && (windowFrom < furthest || ends[windowFrom] <= ns)) {
      count(windowFrom++, -1);
    }
    while (windowFrom > furthest && ends[windowFrom - 1] > ns) {
      count(--windowFrom, 1);
    }
  }

  private void count(int i, int sign) {
    window.count(budget(i), ends[i] - starts[i], sign);
  }

  private int firstEndAfter(long ns, int from) {
    return Bisection.firstNot(from, size, at -> ends[at] <= ns);
  }

  /** What those up to one took of the free time, from the first that ends in it. */
  private long furtherBack(int from, FreeTime free) {
    int first = Bisection.firstNot(0, from, at -> ends[at] <= free.startNs(0));
    long took = before[from] + ends[from] - starts[from] - before[first];
    long room = free.sharedNs(Long.MIN_VALUE, ends[from]);
    return Math.min(took, room);
  }

  private long shared(int i, FreeTime free) {
    return free.sharedNs(starts[i], ends[i]);
  }
}
