package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The tasks of one worker that changed: new, stopped, or handed back. Any thread puts them in, the
 * worker takes them all out at once. Lock-free: a chain through the tasks themselves, last in
 * first, so it allocates nothing, and since a task is in it at most once, it is never longer than
 * the worker has tasks.
 *
 * <p>A task that is put in while it is in there stays in there once. That loses nothing: the worker
 * lets it in again before it looks at it.
 */
final class Inbox {
  private final AtomicReference<OwnedTask> newest = new AtomicReference<>();

  /** Puts a task in, if it is not in there; what the caller did before, the worker will see. */
  void offer(OwnedTask task) {
    if (!task.markQueued()) {
      return;
    }
    OwnedTask before;
    do {
      before = newest.get();
      task.nextInInbox(before);
    } while (!newest.compareAndSet(before, task));
  }

  boolean isEmpty() {
    return newest.get() == null;
  }

  /** Returns the head of the chain and leaves the inbox empty; null if it was. */
  OwnedTask takeAll() {
    return isEmpty() ? null : newest.getAndSet(null);
  }

  /** Returns the head of the chain, for a look from outside. */
  OwnedTask newest() {
    return newest.get();
  }
}
