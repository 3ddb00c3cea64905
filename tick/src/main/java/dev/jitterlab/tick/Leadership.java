package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who of the idle workers waits for the earliest deadline: one leads, the others follow (the
 * leader/followers pattern), so that a deadline wakes one thread and not all. Lock-free.
 *
 * <p>The leader resigns before it runs a tick. It calls a follower only if a task would have to
 * wait for the end of that tick; else it comes back in time itself, and a wake-up is spared.
 */
final class Leadership {
  private final AtomicReference<LocklessWorker> leader = new AtomicReference<>();

  /** Whether a follower was called that is not up yet: one at a time, it calls the next. */
  private final AtomicBoolean rising = new AtomicBoolean();

  private final List<LocklessWorker> workers = new ArrayList<>();

  /** Adds a worker; before the first step of any. */
  void add(LocklessWorker worker) {
    workers.add(worker);
  }

  /**
   * Makes a worker the leader if there is none, or only one that sleeps longer. Returns whether it
   * leads.
   */
  boolean lead(LocklessWorker worker) {
    LocklessWorker before = leader.get();
    while (before != worker) {
      if (before != null && worker.sleepsUntilNs() - before.sleepsUntilNs() >= 0) {
        return false;
      }
      before = leader.compareAndSet(before, worker) ? worker : leader.get();
    }
    return true;
  }

  LocklessWorker leader() {
    return leader.get();
  }

  /** Lets another worker lead, if this one does. */
  void resign(LocklessWorker worker) {
    if (leader.get() == worker) {
      boolean unused = leader.compareAndSet(worker, null); // if it fails, another one took over
    }
  }

  /** Sees to it that somebody is up in time for a task that a thread from outside has put in. */
  void added(long dueNs) {
    LocklessWorker leads = leader.get();
    if (leads == null) {
      call();
    } else if (dueNs - leads.sleepsUntilNs() < 0) {
      leads.unpark();
    }
    // The leader may be in a long tick by then: a follower must not sleep much longer than that.
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get(i) != leads) {
        workers.get(i).lookBy(dueNs + LocklessWorker.LOOK_EVERY_NS);
      }
    }
  }

  /** Wakes a follower, unless one is waking up or leading already. */
  void call() {
    if (leader.get() != null || !rising.compareAndSet(false, true)) {
      return;
    }
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get(i).call()) {
        return;
      }
    }
    rising.set(false);
  }

  /** Says that the worker that was called is up and about to look for itself. */
  void risen() {
    rising.set(false);
  }
}
