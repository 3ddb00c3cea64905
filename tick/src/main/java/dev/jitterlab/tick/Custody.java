package dev.jitterlab.tick;

import java.util.function.Supplier;

/**
 * Which tasks one worker of {@code partitioned} has: how it takes them in, claims them, keeps them,
 * and gives them away. Every worker has one; together they are the protocol of claim and ownership.
 *
 * <p><b>How it works.</b> A task has one <i>owner</i>, the worker in whose heap and ring it may be,
 * and at most one <i>claimant</i>, the thread that may run its tick. The two differ while another
 * worker takes a tick over ({@link #runForOwner}). The owner's claim ends in one of three ways: the
 * task stays here, it goes to another worker ({@link #letGo}), or it is stopped for good. A worker
 * that meets a claimed task leaves it alone; the claimant hands it back through the owner's inbox,
 * so nobody waits for a claim.
 *
 * <p><b>Assumes:</b>
 *
 * <ul>
 *   <li>One thread calls the methods of this class: the one that steps the worker. Only {@link
 *       #isEmpty} and {@link #runForOwner} are for any thread.
 *   <li>A worker that has ended stops what still arrives.
 * </ul>
 *
 * <p><b>Guarantees:</b>
 *
 * <ul>
 *   <li>Two ticks of a task never overlap, and each sees what the one before has written.
 *   <li>Only the owner gives a task away, and only with the claim: the owner of a claimed task
 *       stays the same, unless the claimant is the owner.
 *   <li>A task is in the heap, in a ring and in the load of its owner or of nobody. It arrives at
 *       the new owner after it has left the old one.
 *   <li>A stop, a change or a task handed back is seen at the worker's next {@link #takeIn} at the
 *       latest. A stopped task leaves the heap, its ring and the load.
 * </ul>
 *
 * <p>The benchmarks' {@code CustodyStress} tries the guarantees under jcstress.
 */
final class Custody {
  private final PartitionWorker worker;
  private final WorkerTasks tasks;
  private final WorkerLoad load;
  private final PhaseRings rings = new PhaseRings();
  private boolean isForQuarantined;

  /** Null if all tasks stay. */
  private Supplier<PartitionWorker> otherSide;

  /**
   * Creates the custody of a worker without tasks.
   *
   * @param worker who owns the tasks
   */
  Custody(PartitionWorker worker, WorkerTasks tasks, WorkerLoad load) {
    this.worker = worker;
    this.tasks = tasks;
    this.load = load;
  }

  /** See {@link PartitionWorker#keeps}; before the first step. */
  void keeps(boolean forQuarantined, Supplier<PartitionWorker> newOtherSide) {
    this.isForQuarantined = forQuarantined;
    this.otherSide = newOtherSide;
  }

  /** See {@link PhaseRings#among}; before the first step. */
  void among(BatchStarts shared, int own, int workers) {
    rings.among(shared, own, workers);
  }

  /**
   * Looks at every task that was started, changed, stopped or handed back since the last call. If
   * one of them cannot be taken in, it ends, and what was thrown is thrown on; the next call looks
   * at the rest.
   */
  void takeIn() {
    OwnedTask rest = tasks.inbox().takeAll();
    try {
      while (rest != null) {
        OwnedTask task = rest;
        rest = task.dequeue(); // first: a change from here on puts it in again
        lookAt(task);
      }
    } finally {
      putBack(rest); // nothing, unless one of them has thrown
    }
  }

  private void putBack(OwnedTask first) {
    OwnedTask task = first;
    while (task != null) {
      OwnedTask following = task.dequeue();
      tasks.inbox().offer(task);
      task = following;
    }
  }

  private void lookAt(OwnedTask task) {
    if (task.owner() != worker) {
      task.owner().changed(task); // it was given away while somebody put it in here
    } else if (task.isStopped()) {
      forget(task);
    } else if (task.claim()) {
      takeInClaimed(task);
    } // else its claimant hands it back
  }

  private void takeInClaimed(OwnedTask task) {
    PartitionWorker home = null;
    try {
      home = sideOf(task);
      keep(task, home, worker.nowNs());
    } catch (Throwable e) {
      task.end(TaskEnd.Reason.FAILED, e);
      throw e;
    } finally {
      letGo(task, home);
    }
  }

  /**
   * Claims the first task of the heap for its tick. False if there is nothing to run: then the task
   * has left the heap, or stands there by a later time.
   */
  boolean claimDue(OwnedTask task) {
    if (task.isStopped()) {
      forget(task);
      return false;
    }
    if (!task.claim()) {
      tasks.heap().remove(task); // its claimant hands it back
      return false;
    }
    if (task.nextReadyNs() != task.keyNs) {
      tasks.put(task); // another worker has run it
      task.release();
      return false;
    }
    tasks.earliestNs(task.keyNs);
    return true;
  }

  /**
   * Runs a tick of a task that another worker owns and does not run, and hands the task back: the
   * claimant's side of a take-over. Any thread but the owner's. What the tick throws, it throws.
   *
   * @param owner whose the task was when it was seen
   * @param limitNs by when the tick must have been ready
   * @param thread the calling one's
   * @return whether there was a tick to run: since the task was seen, it may have been claimed, run
   *     or given away
   */
  static boolean runForOwner(
      OwnedTask task, PartitionWorker owner, long limitNs, TickThread thread) {
    if (!task.claim()) {
      return false;
    }
    boolean isOverdue = task.owner() == owner && task.nextReadyNs() - limitNs <= 0;
    try {
      if (isOverdue) {
        boolean unused = task.runTick(thread); // its owner finds out whether it goes on
        task.learn(thread.tick().executionNs());
      }
    } finally {
      task.handBack();
      task.owner().changed(task); // last: it may find out that the task has ended
    }
    return isOverdue;
  }

  /** Returns this worker, or who has the tasks on the other side of quarantine; null if ended. */
  PartitionWorker sideOf(OwnedTask task) {
    return otherSide == null || task.isQuarantined() == isForQuarantined ? worker : otherSide.get();
  }

  /** Puts a task that this thread has claimed where it belongs, if its home is here. */
  void keep(OwnedTask task, PartitionWorker home, long nowNs) {
    if (home == worker) {
      rings.follow(task, nowNs);
      load.follow(task);
      tasks.put(task);
    }
  }

  /** Releases a task that this thread has claimed: here, to its new home, or, if null, for good. */
  void letGo(OwnedTask task, PartitionWorker home) {
    if (home == null) {
      task.end(TaskEnd.Reason.CLOSED, null); // already, unless the scheduler was closed meanwhile
    }
    if (home != worker) {
      forget(task);
    }
    if (home == null || home == worker) {
      task.release();
    } else {
      home.load().count(task);
      task.owner(home);
      task.handBack();
      home.arrived(task); // last: who finds it claimed leaves it alone
    }
  }

  /**
   * Takes in how long a tick of a task that is kept here has kept the worker busy.
   *
   * @param expectedNs how long it was expected to
   */
  void measured(OwnedTask task, long busyNs, long expectedNs) {
    rings.measured(task, busyNs, expectedNs, tasks.heap());
  }

  private void forget(OwnedTask task) {
    tasks.heap().remove(task);
    rings.leave(task);
    load.uncount(task);
  }

  /** Returns whether no task waits to be taken in. Any thread. */
  boolean isEmpty() {
    return tasks.inbox().isEmpty();
  }
}
