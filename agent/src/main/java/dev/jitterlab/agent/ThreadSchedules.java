package dev.jitterlab.agent;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Says which threads have a {@link ThreadSchedule} with figures: at most {@link #MOST_THREADS} at a
 * time, since each has a file open. Virtual threads have no schedule of their own, and take no
 * place. A thread that has ended makes room for the next one, and so does one whose file cannot be
 * read.
 *
 * <p>A schedule belongs to its thread, and is known here weakly: no thread and no file lives longer
 * for it. Thread-safe; nothing waits. Only a thread that opens its schedule looks for a place, at
 * each of them at most once.
 */
final class ThreadSchedules {
  static final int MOST_THREADS = 256;

  private final String path;
  private final AtomicReferenceArray<WeakReference<ThreadSchedule>> places;

  /** Creates one that gives figures from that file, in which each thread sees its own. */
  ThreadSchedules(String path) {
    this(path, MOST_THREADS);
  }

  /** Creates one that gives figures to so many threads at a time. */
  ThreadSchedules(String path, int mostThreads) {
    this.path = path;
    this.places = new AtomicReferenceArray<>(mostThreads);
  }

  /** Opens that of the calling thread; it has no figures where it gets no place. */
  ThreadSchedule open() {
    ThreadSchedule schedule = new ThreadSchedule();
    boolean isVirtual = Thread.currentThread().getClass().getName().endsWith("VirtualThread");
    if (!isVirtual && takePlace(schedule)) {
      schedule.open(path);
    }
    return schedule;
  }

  private boolean takePlace(ThreadSchedule schedule) {
    WeakReference<ThreadSchedule> own = new WeakReference<>(schedule);
    for (int i = 0; i < places.length(); i++) {
      WeakReference<ThreadSchedule> before = places.get(i);
      ThreadSchedule other = before == null ? null : before.get();
      if ((other == null || other.isOver()) && places.compareAndSet(i, before, own)) {
        if (other != null) {
          other.close();
        }
        return true;
      }
    }
    return false;
  }
}
