package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How one worker helps the others: when it is idle, it runs ticks that are overdue elsewhere, and
 * when it is behind itself, those that are more overdue than its own. It looks whenever it is about
 * to sleep or is behind, and that costs it one reading of memory for each of the others as long as
 * they are in time. Asleep, it is woken by another worker that asks for help; and since a worker
 * whose core is away, or that is in a long tick, cannot ask, two of those asleep watch by the clock
 * ({@link Lookouts}). Used by its worker, but for {@link #want} and {@link #count}.
 *
 * <p>It shares lateness and adds none: it takes a tick only if that would have ended before its own
 * next one is due, had it run when it was ready. So its own tick may become late, by what the other
 * one has waited at most, as far as the other one takes no longer than expected.
 */
final class TakeOver {
  /** How long a tick must be overdue: longer than a wake-up and a short tick before it take. */
  static final long OVERDUE_NS = 500_000;

  /** Sleeps no longer without a look: what was started meanwhile is in nobody's heap. */
  static final long LOOK_EVERY_NS = 10_000_000;

  /** Where there are more others, it looks at so many, and next time at those that follow. */
  static final int MOST_LOOKED_AT = 8;

  private final PartitionWorker own;
  private final LongAdder count = new LongAdder();
  private final Overdue found = new Overdue();
  private List<PartitionWorker> others = List.of();
  private Lookouts lookouts = new Lookouts();
  private int next;
  private long nextLookNs;
  private volatile boolean wanted;

  /**
   * Creates one that has nobody to help.
   *
   * @param own whose it is
   */
  TakeOver(PartitionWorker own) {
    this.own = own;
  }

  /** Says who the others are, and what they watch with; before any other call. */
  void others(List<PartitionWorker> workers, Lookouts shared) {
    others = new ArrayList<>(workers);
    lookouts = shared;
  }

  /** Returns whether there is anybody to help. */
  boolean isPossible() {
    return !others.isEmpty();
  }

  /**
   * For a worker that goes to sleep, after {@link #runOverdue} has found nothing: returns when to
   * look again.
   */
  long nextLookNs(long nowNs) {
    long latestNs = nowNs + LOOK_EVERY_NS;
    return nextLookNs - latestNs < 0 && lookouts.begin(own) ? nextLookNs : latestNs;
  }

  /** Asks this worker to look; false when it was asked already. Any thread. */
  boolean want() {
    if (wanted) {
      return false;
    }
    wanted = true;
    return true;
  }

  boolean isWanted() {
    return wanted;
  }

  /**
   * For an idle worker: runs a tick of another one that is overdue; false if there is none.
   *
   * @param ownNs when its own next tick is due
   */
  boolean runOverdue(long ownNs, long nowNs, TickThread thread) {
    return runReadyBefore(nowNs - OVERDUE_NS, ownNs, nowNs, thread);
  }

  /**
   * For a worker that is behind itself: runs a tick of another one that has been waiting for even
   * longer, so that under overload all tasks are equally late, however they are divided. False if
   * there is none.
   *
   * @param ownNs since when its own next tick could run
   */
  boolean runMoreOverdue(long ownNs, long nowNs, TickThread thread) {
    return nowNs - ownNs >= OVERDUE_NS && runReadyBefore(ownNs - OVERDUE_NS, ownNs, nowNs, thread);
  }

  private boolean runReadyBefore(long limitNs, long ownNs, long nowNs, TickThread thread) {
    if (wanted) {
      wanted = false; // before it looks: who asks from here on, asks for another look
    }
    long soonestNs = nowNs + LOOK_EVERY_NS;
    int looks = Math.min(others.size(), MOST_LOOKED_AT);
    for (int i = 0; i < looks; i++) {
      PartitionWorker other = others.get(next);
      found.clear();
      other.tasks().findOverdue(found, limitNs, ownNs);
      OwnedTask task = found.task();
      if (task != null && Custody.runForOwner(task, other, limitNs, thread)) {
        count.increment();
        return true; // there may be more: it is the first to be looked at next time
      }
      soonestNs = found.soonestOr(soonestNs);
      next = next + 1 < others.size() ? next + 1 : 0;
    }
    // What could not be taken now may be free soon.
    nextLookNs = Math.max(soonestNs - nowNs, 0) + OVERDUE_NS + nowNs;
    return false;
  }

  /**
   * Asks an idle worker for help. Those awake need no asking: they look before they sleep, and
   * where they are behind.
   */
  void callForHelp() {
    for (int i = 0; i < others.size(); i++) {
      if (others.get(i).help()) {
        return;
      }
    }
  }

  /** Returns how many ticks of others this worker has run. Any thread. */
  long count() {
    return count.sum();
  }
}
