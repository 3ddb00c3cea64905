package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * The works of one thread in order of their start, and what they carry over to those behind them.
 *
 * <p>Under overload every work looks back at the two hundred before it. Their sum is not made anew
 * each time: it is kept for a window of works that moves on with the questions. Times are whole
 * nanoseconds, so adding and taking out lose nothing. The few works that lie partly in a free time
 * are taken out of that sum and looked at by themselves. Where works of the thread overlap one
 * another, each is looked at by itself. Not thread-safe.
 */
final class WorkLane {
  /** How many works are looked back upon; those before have the same mix of causes. */
  static final int FURTHEST_BACK = 200;

  private static final Cause[] CAUSES = Cause.values();

  /** The last of them: a ring, for nobody asks why works further back were late. */
  private final PastWork[] last = new PastWork[Integer.highestOneBit(FURTHEST_BACK) << 1];

  private long[] starts = new long[64];
  private long[] ends = new long[64];

  /** How long all works before each of them took. */
  private long[] before = new long[64];

  private int size;
  private long tookNs;

  /** Whether each work began when the one before it had ended. */
  private boolean inOrder = true;

  /** The sum over the works from {@code windowFrom} on, as if each lay in free time wholly. */
  private final CarriedOver window = new CarriedOver();

  private int windowFrom;

  /** For each cause, works that have more of it than all behind them; the earliest first. */
  private final Map<Cause, Deque<Integer>> largest = new EnumMap<>(Cause.class);

  /** Adds a work; none added before began later. */
  PastWork add(TimedWork work, Budget budget) {
    PastWork done = new PastWork(work, budget);
    inOrder &= work.endNs() >= work.startNs() && (size == 0 || work.startNs() >= ends[size - 1]);
    if (size == starts.length) {
      int length = size + (size >> 1);
      starts = Arrays.copyOf(starts, length);
      ends = Arrays.copyOf(ends, length);
      before = Arrays.copyOf(before, length);
    }
    starts[size] = work.startNs();
    ends[size] = work.endNs();
    before[size] = tookNs;
    tookNs += work.executionNs();
    if (inOrder) {
      if (windowFrom < size + 1 - FURTHEST_BACK) {
        count(windowFrom++, -1); // it leaves the ring before long
      }
    }
    last[size & (last.length - 1)] = done;
    size++;
    if (inOrder) {
      window.count(done, work.executionNs(), 1);
      if (work.executionNs() > 0) {
        push(done);
      }
    }
    return done;
  }

  private PastWork work(int i) {
    return last[i & (last.length - 1)];
  }

  private void push(PastWork done) {
    int at = size - 1;
    if (done.latenessNs() > 0) {
      for (BudgetPart part : done.budget().parts()) {
        push(part.cause(), part.ns(), at);
      }
    }
    if (done.ns(Cause.PREDECESSOR) == 0) {
      push(Cause.PREDECESSOR, 0, at); // any work can be what another one waited for
    }
  }

  private void push(Cause cause, long ns, int at) {
    Deque<Integer> of = largest.computeIfAbsent(cause, _ -> new ArrayDeque<>());
    while (!of.isEmpty() && of.getFirst() < size - FURTHEST_BACK) {
      of.removeFirst();
    }
    while (!of.isEmpty() && work(of.getLast()).ns(cause) <= ns) {
      of.removeLast();
    }
    of.addLast(at);
  }

  /** Whether the thread was at work at a moment. */
  boolean isAtWork(long ns) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && ns < ends[low - 1];
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
    for (int i = size - 1; i >= furthest && ends[i] > free.startNs(0); i--) {
      carried.add(work(i), shared(i, free));
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
        PastWork partly = work(next);
        carried.count(partly, partly.work().executionNs(), -1);
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
        carried.blame(work(most), cause, work(most).ns(cause));
      }
    }
    return carried;
  }

  /** The first one in the window that has most of a cause; below 0 if none has any. */
  private int most(Cause cause) {
    Deque<Integer> of = largest.get(cause);
    if (of == null) {
      return -1;
    }
    for (int at : of) {
      if (at >= windowFrom) {
        return at;
      }
    }
    return -1;
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
    window.count(work(i), ends[i] - starts[i], sign);
  }

  private int firstEndAfter(long ns, int from) {
    int low = from;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What those up to one took of the free time, from the first that ends in it. */
  private long furtherBack(int from, FreeTime free) {
    int low = 0;
    int high = from;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= free.startNs(0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    long took = before[from] + ends[from] - starts[from] - before[low];
    long room = free.sharedNs(Long.MIN_VALUE, ends[from]);
    return Math.min(took, room);
  }

  private long shared(int i, FreeTime free) {
    return free.sharedNs(starts[i], ends[i]);
  }
}
