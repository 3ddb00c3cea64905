package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Who of the sleeping workers of one scheduler watches over the others: such a worker wakes up when
 * a tick of another one would be overdue, and sees whether it was run. Two watch at a time, so that
 * each of them is watched, too; were it all of them, every tick of one would wake all that have
 * nothing to do. Lock-free.
 *
 * <p>It is a hint: while both watch, or one has just begun to run a tick, a stall is seen by who
 * looks next.
 */
final class Lookouts {
  static final int WATCHERS = 2;

  private final AtomicReferenceArray<PartitionWorker> watchers =
      new AtomicReferenceArray<>(WATCHERS);

  /**
   * For a worker that is about to sleep: makes it one of those who watch, if there are not enough
   * of them asleep. Returns whether it watches.
   */
  boolean begin(PartitionWorker worker) {
    int free = -1;
    for (int i = 0; i < WATCHERS; i++) {
      PartitionWorker watcher = watchers.get(i);
      if (watcher == worker) {
        return true;
      }
      if (watcher == null || !watcher.isAsleep()) {
        free = i;
      }
    }
    return free >= 0 && replace(free, worker);
  }

  private boolean replace(int place, PartitionWorker worker) {
    PartitionWorker before = watchers.get(place);
    return (before == null || !before.isAsleep()) && watchers.compareAndSet(place, before, worker);
  }
}
