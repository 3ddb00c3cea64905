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
   * Returns the task whose tick has been waiting for longest and that nobody runs, as far as can be
   * seen from outside; null if none was. Any thread.
   *
   * @param limitNs looks for those that were ready by then
   * @param endNs leaves those out that would not have ended by then, had they run when ready
   */
  OwnedTask longestReady(long limitNs, long endNs) {
    OwnedTask found = null;
    if (earliestNs - limitNs <= 0) {
      int size = heap.size();
      for (int i = 0; i < size; i++) {
        found = longerReady(found, heap.peek(i), limitNs, endNs);
      }
    }
    // What was started or handed back since the worker was last free to look.
    OwnedTask waiting = inbox.newest();
    for (int i = 0; i < LONGEST_LOOK_INTO_INBOX && waiting != null; i++) {
      found = longerReady(found, waiting, limitNs, endNs);
      waiting = waiting.nextInInbox();
    }
    return found;
  }

  private static OwnedTask longerReady(OwnedTask found, OwnedTask other, long limitNs, long endNs) {
    if (other == null
        || other.readyNs() - limitNs > 0
        || other.readyNs() + other.expectedNs() - endNs > 0
        || other.isClaimed()
        || other.isStopped()) {
      return found;
    }
    return found == null || other.readyNs() - found.readyNs() < 0 ? other : found;
  }

  /** Stops every task that can be seen from outside. Any thread. */
  void stopAll() {
    for (int i = 0; i < heap.size(); i++) {
      OwnedTask task = heap.peek(i);
      if (task != null) {
        task.stop();
      }
    }
    for (OwnedTask task = inbox.takeAll(); task != null; ) {
      OwnedTask following = task.dequeue();
      task.stop();
      task = following;
    }
  }
}
