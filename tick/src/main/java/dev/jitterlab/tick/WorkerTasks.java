package dev.jitterlab.tick;

/**
 * The tasks of one worker, for the worker and for those who look for overdue ones: a heap by
 * deadline, and the inbox of those that the worker has yet to look at.
 */
final class WorkerTasks {
  private static final int LONGEST_LOOK_INTO_INBOX = 1024;

  private final DeadlineHeap heap = new DeadlineHeap();
  private final Inbox inbox = new Inbox();

  /** No task in the heap is ready before. */
  private volatile long earliestNs;

  WorkerTasks(long earliestNs) {
    this.earliestNs = earliestNs;
  }

  DeadlineHeap heap() {
    return heap;
  }

  Inbox inbox() {
    return inbox;
  }

  void earliestNs(long ns) {
    earliestNs = ns;
  }

  /** Adds a task to the heap, or moves it there, for all to see. The worker only. */
  void put(OwnedTask task) {
    long keyNs = task.nextReadyNs();
    heap.put(task, keyNs);
    if (keyNs - earliestNs < 0) {
      earliestNs = keyNs;
    }
  }

  /**
   * Looks for the task whose tick has been waiting for longest and that nobody runs, as far as can
   * be seen from outside. Any thread. Where nothing is overdue this is one reading of memory. Else
   * it takes as many steps as there are tasks that others run, or have run since the worker has
   * last looked, or that are overdue and take too long; not as many as there are tasks.
   *
   * @param found is told of it, and of what is ready next
   * @param limitNs looks for those that were ready by then
   * @param endNs leaves those out that would not have ended by then, had they run when ready
   */
  void findOverdue(Overdue found, long limitNs, long endNs) {
    long firstNs = earliestNs;
    if (firstNs - limitNs > 0) {
      found.seeLater(firstNs);
    } else {
      heap.findOverdue(found, limitNs, endNs);
    }
    // What was started or handed back since the worker was last free to look.
    OwnedTask waiting = inbox.newest();
    for (int i = 0; i < LONGEST_LOOK_INTO_INBOX && waiting != null; i++) {
      boolean unused = found.see(waiting, limitNs, endNs);
      waiting = waiting.nextInInbox();
    }
  }

  /** Stops every task that can be seen from outside. Any thread. */
  void stopAll() {
    for (int i = 0; i < heap.size(); i++) {
      OwnedTask task = heap.peek(i);
      if (task != null) {
        task.end(TaskEnd.Reason.CLOSED, null);
      }
    }
    for (OwnedTask task = inbox.takeAll(); task != null; ) {
      OwnedTask following = task.dequeue();
      task.end(TaskEnd.Reason.CLOSED, null);
      task = following;
    }
  }
}
