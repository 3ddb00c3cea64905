package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The tasks of a scheduler that have not ended, so that all of them can be looked at. Thread-safe;
 * a task costs one reference.
 *
 * <p>They are a stack, linked through the tasks themselves. A start adds to its top by
 * compare-and-set, and waits for nobody. A task that ends stays linked, without what it ticked,
 * until it is taken out. {@link #forEach} does that, and so does a start when more than half of the
 * linked tasks, and more than a few, have ended. Only one thread at a time takes out, and never the
 * top.
 */
final class ActiveTasks {
  /** With fewer it is not worth while to take any out. */
  private static final int FEW = 64;

  private final AtomicReference<PeriodicTask> newest = new AtomicReference<>();
  private final AtomicInteger active = new AtomicInteger();
  private final ReentrantLock taking = new ReentrantLock();

  /** How many have been added since the ended ones were taken out, and those that stayed then. */
  private final AtomicInteger linked = new AtomicInteger();

  void add(PeriodicTask task) {
    active.incrementAndGet();
    PeriodicTask top;
    do {
      top = newest.get();
      task.older = top;
    } while (!newest.compareAndSet(top, task));
    int most = Math.max(FEW, 2 * active.get());
    if (linked.incrementAndGet() > most && taking.tryLock()) {
      try {
        walk(living -> {});
      } finally {
        taking.unlock();
      }
    }
  }

  /** Is told that a task has ended. */
  void ended() {
    active.decrementAndGet();
  }

  /** Returns how many have not ended. */
  int count() {
    return active.get();
  }

  /** Shows each task that has not ended, and takes the others out. */
  void forEach(Consumer<PeriodicTask> look) {
    taking.lock();
    try {
      walk(look);
    } finally {
      taking.unlock();
    }
  }

  private void walk(Consumer<PeriodicTask> look) {
    int stayed = 0;
    PeriodicTask last = null;
    for (PeriodicTask task = newest.get(); task != null; task = task.older) {
      boolean ended = task.isStopped();
      if (!ended) {
        look.accept(task);
      }
      if (ended && last != null) {
        last.older = task.older;
      } else {
        last = task;
        stayed++;
      }
    }
    linked.set(stayed); // those that came meanwhile are not counted, which delays the next time
  }
}
