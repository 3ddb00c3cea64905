package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How one worker helps the others: when it is idle, it runs ticks that are overdue elsewhere. It
 * looks for them when another worker asks for help, and every 10 ms, because a worker in a long
 * tick cannot ask. Used by its worker, but for {@link #want} and {@link #count}.
 */
final class TakeOver {
  /** How long a tick must be overdue: longer than a wake-up and a short tick before it take. */
  static final long OVERDUE_NS = 500_000;

  static final long LOOK_EVERY_NS = 10_000_000;

  private final LongAdder count = new LongAdder();
  private List<PartitionWorker> others = List.of();
  private long nextLookNs;
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

  /** Runs the tick of another worker that is overdue for longest; false if there is none. */
  boolean runOverdue(long nowNs, ThreadTimes threadTimes) {
    if (!wanted && nowNs - nextLookNs < 0) {
      return false;
    }
    wanted = false;
    for (int i = 0; i < others.size(); i++) {
      OwnedTask task = others.get(i).tasks().mostOverdue(nowNs, OVERDUE_NS);
      if (task != null && run(task, others.get(i), nowNs, threadTimes)) {
        nextLookNs = nowNs; // there may be more
        return true;
      }
    }
    nextLookNs = nowNs + LOOK_EVERY_NS;
    return false;
  }

  private boolean run(OwnedTask task, PartitionWorker owner, long nowNs, ThreadTimes threadTimes) {
    if (!task.claim()) {
      return false;
    }
    // Since it was seen, it may have been run, or have gone into quarantine.
    boolean isOverdue = task.owner() == owner && nowNs - task.deadlineNs() >= OVERDUE_NS;
    boolean completed = false;
    try {
      if (isOverdue) {
        boolean unused = task.runTick(threadTimes); // its owner finds out whether it goes on
      }
      completed = true;
    } finally {
      if (!completed) {
        task.stop();
      }
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
