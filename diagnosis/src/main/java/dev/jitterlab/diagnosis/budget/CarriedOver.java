package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/**
 * What earlier works took of a free time, by what made them late. What made a work slow while it
 * ran is passed on as it is. The rest of the time that it took is passed on by its whole lateness:
 * had it been on time, it would have been done earlier by that much. Not thread-safe.
 */
final class CarriedOver {
  private static final Cause[] CAUSES = Cause.values();
  private static final int BEHIND = Cause.PREDECESSOR.rank();

  private final long[] ns = new long[CAUSES.length];

  /** For each cause, the work that has most of it; of equals, the first that was added. */
  private final PastWork[] by = new PastWork[CAUSES.length];

  /** How much that work has of it. */
  private final long[] most = new long[CAUSES.length];

  private long lookedNs;

  /** Adds a work that took this much of the free time. */
  void add(PastWork done, long overlapNs) {
    Budget budget = done.budget();
    count(budget, overlapNs, 1);
    if (overlapNs > 0) {
      if (PastWork.latenessNs(budget) > 0) {
        for (BudgetPart part : budget.parts()) {
          blame(done, part.cause(), part.ns());
        }
      }
      if (by[BEHIND] == null) {
        by[BEHIND] = done;
      }
    }
  }

  /**
   * Adds the times of a work, or takes them out again, and leaves alone which work has most of a
   * cause.
   *
   * @param done why it was late; null if it was on time
   */
  void count(Budget done, long overlapNs, int sign) {
    long passedOn = 0;
    long lateNs = PastWork.latenessNs(done);
    if (overlapNs > 0 && lateNs > 0) {
      double latenessNs = lateNs;
      List<BudgetPart> parts = done.parts();
      long ownNs = done.ownNs();
      double share = ownNs == 0 ? 0 : Math.min(1, overlapNs / (double) (ownNs + done.typicalNs()));
      long displaced = Math.min(overlapNs - (long) (ownNs * share), lateNs);
      for (int i = 0; i < parts.size(); i++) {
        BudgetPart part = parts.get(i);
        long carried =
            (long) (part.ownNs() * share) + (long) (displaced * (part.ns() / latenessNs));
        ns[part.cause().rank()] += sign * carried;
        passedOn += carried;
      }
    }
    ns[BEHIND] += sign * (overlapNs - passedOn);
    lookedNs += sign * overlapNs;
  }

  /** Adds all times of another one. */
  void count(CarriedOver other) {
    for (int i = 0; i < ns.length; i++) {
      ns[i] += other.ns[i];
    }
    lookedNs += other.lookedNs;
  }

  /** This work has so much of the cause; the work that has most is kept. */
  void blame(PastWork done, Cause cause, long has) {
    int i = cause.rank();
    if (by[i] == null || most[i] < has) {
      by[i] = done;
      most[i] = has;
    }
  }

  /** Multiplies all times: works further back have the same mix of causes. */
  void extend(double factor) {
    for (int i = 0; i < ns.length; i++) {
      ns[i] = (long) (ns[i] * factor);
    }
  }

  /**
   * A cause cannot have displaced work by more than it has displaced any work before it. Where a
   * thread has more to do than time, the drift grows although no cause does: the growth is the
   * other works' own.
   *
   * @param idleNs when none of them ran, and nobody knows why: it is unexplained already
   */
  void bound(long idleNs) {
    for (Cause cause : CAUSES) {
      int i = cause.rank();
      if (i != BEHIND && by[i] != null) {
        long known = cause == Cause.UNEXPLAINED ? idleNs : 0;
        long bound = Math.max(0, most[i] - known);
        if (ns[i] > bound) {
          ns[BEHIND] += ns[i] - bound;
          ns[i] = bound;
          by[BEHIND] = by[BEHIND] == null ? by[i] : by[BEHIND];
        }
      }
    }
  }

  long ns(Cause cause) {
    return ns[cause.rank()];
  }

  /** The work that has most of a cause; null if none has any. */
  PastWork by(Cause cause) {
    return by[cause.rank()];
  }

  /** How much of the free time the works took that were added. */
  long lookedNs() {
    return lookedNs;
  }

  /** All times together. */
  long totalNs() {
    long total = 0;
    for (long one : ns) {
      total += one;
    }
    return total;
  }
}
