package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How one worker helps the others: when it is idle, it runs ticks that are overdue elsewhere, and
 * when it is behind itself, those that are more overdue than its own. It looks for them when
 * another worker asks for help, and every 10 ms, because a worker in a long tick cannot ask. Used
 * by its worker, but for {@link #want} and {@link #count}.
 *
 * <p>It exports no lateness: it takes a tick only if that has waited for longer than its own next
 * one will have to, by what the tick is expected to take.
 */
final class TakeOver {
  /** How long a tick must be overdue: longer than a wake-up and a short tick before it take. */
  static final long OVERDUE_NS = 500_000;

  static final long LOOK_EVERY_NS = 10_000_000;

  private final LongAdder count = new LongAdder();
  private List<PartitionWorker> others = List.of();
  private long nextLookNs;
  private boolean hasHelped;
  private volatile boolean wanted;

  TakeOver(long nowNs) {
    nextLookNs = nowNs + LOOK_EVERY_NS;
  }

  /** Says who the others are; before any other call. */
  void others(List<PartitionWorker> workers) {
    others = new ArrayList<>(workers);
  }

  /** Returns whether there is anybody to help. */
  boolean isPossible() {
    return !others.isEmpty();
  }

  /** Returns when to look without having been asked. */
  long nextLookNs() {
    return nextLookNs;
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
    if (!wanted && nowNs - nextLookNs < 0) {
      return false;
    }
    wanted = false;
    for (int i = 0; i < others.size(); i++) {
      OwnedTask task = others.get(i).tasks().longestReady(limitNs, ownNs);
      if (task != null && run(task, others.get(i), limitNs, thread)) {
        nextLookNs = nowNs; // there may be more
        hasHelped = true;
        return true;
      }
    }
    // What was helped may be behind still, and is overdue again soon.
    nextLookNs = nowNs + (hasHelped ? OVERDUE_NS : LOOK_EVERY_NS);
    hasHelped = false;
    return false;
  }

  private boolean run(OwnedTask task, PartitionWorker owner, long limitNs, TickThread thread) {
    if (!task.claim()) {
      return false;
    }
    // Since it was seen, it may have been run, or have gone into quarantine.
    boolean isOverdue = task.owner() == owner && task.nextReadyNs() - limitNs <= 0;
    try {
      if (isOverdue) {
        boolean unused = task.runTick(thread); // its owner finds out whether it goes on
        task.learn(thread.tick().executionNs());
      }
    } finally {
      task.release();
      task.owner().changed(task);
    }
    if (isOverdue) {
      count.increment();
    }
    return isOverdue;
  }

  /** Asks an idle worker for help. */
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
