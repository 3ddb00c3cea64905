package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
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

  private final List<PastWork> works = new ArrayList<>();
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
    PastWork done = new PastWork(work, tookNs, budget);
    inOrder &=
        work.endNs() >= work.startNs()
            && (works.isEmpty() || work.startNs() >= works.getLast().work().endNs());
    works.add(done);
    tookNs += work.executionNs();
    if (inOrder) {
      window.count(done, work.executionNs(), 1);
      if (work.executionNs() > 0) {
        push(done);
      }
    }
    return done;
  }

  private void push(PastWork done) {
    int at = works.size() - 1;
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
    while (!of.isEmpty() && works.get(of.getLast()).ns(cause) <= ns) {
      of.removeLast();
    }
    of.addLast(at);
    while (of.getFirst() < works.size() - FURTHEST_BACK) {
      of.removeFirst();
    }
  }

  /** Whether the thread was at work at a moment. */
  boolean isAtWork(long ns) {
    int low = 0;
    int high = works.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (works.get(middle).work().startNs() <= ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && ns < works.get(low - 1).work().endNs();
  }

  /** How many works it has. */
  int size() {
    return works.size();
  }

  /** What its works took of a free time that is not empty. */
  CarriedOver carried(FreeTime free) {
    long from = free.startNs(0);
    int furthest = Math.max(0, works.size() - FURTHEST_BACK);
    CarriedOver carried = inOrder ? summed(free, furthest) : null;
    if (carried == null) {
      carried = oneByOne(free, furthest);
    }
    int last = furthest - 1;
    if (last >= 0 && carried.lookedNs() > 0 && looksPast(furthest, from)) {
      carried.extend(1 + furtherBack(last, free) / (double) carried.lookedNs());
    }
    return carried;
  }

  /** Whether all that are looked back upon, and the one before them, end after a moment. */
  private boolean looksPast(int furthest, long ns) {
    for (int i = inOrder ? furthest : works.size() - 1; i >= furthest - 1; i--) {
      if (works.get(i).work().endNs() <= ns) {
        return false;
      }
    }
    return true;
  }

  /** The same for works that overlap one another, and what the sum of the window must come to. */
  CarriedOver oneByOne(FreeTime free, int furthest) {
    CarriedOver carried = new CarriedOver();
    for (int i = works.size() - 1; i >= furthest && endNs(i) > free.startNs(0); i--) {
      carried.add(works.get(i), shared(i, free));
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
      for (next = firstEndAfter(gapFrom, next);
          next < works.size() && works.get(next).work().startNs() < gapTo;
          next++) {
        PastWork partly = works.get(next);
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
        carried.blame(works.get(most), cause, works.get(most).ns(cause));
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
    while (windowFrom < works.size() && (windowFrom < furthest || endNs(windowFrom) <= ns)) {
      count(windowFrom++, -1);
    }
    while (windowFrom > furthest && endNs(windowFrom - 1) > ns) {
      count(--windowFrom, 1);
    }
  }

  private void count(int i, int sign) {
    window.count(works.get(i), works.get(i).work().executionNs(), sign);
  }

  private int firstEndAfter(long ns, int from) {
    int low = from;
    int high = works.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endNs(middle) <= ns) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** What those up to one took of the free time, from the first that ends in it. */
  private long furtherBack(int last, FreeTime free) {
    int low = 0;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endNs(middle) <= free.startNs(0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    PastWork end = works.get(last);
    long took = end.beforeNs() + end.work().executionNs() - works.get(low).beforeNs();
    long room = free.sharedNs(Long.MIN_VALUE, end.work().endNs());
    return Math.min(took, room);
  }

  private long endNs(int i) {
    return works.get(i).work().endNs();
  }

  private long shared(int i, FreeTime free) {
    return free.sharedNs(works.get(i).work().startNs(), endNs(i));
  }
}
