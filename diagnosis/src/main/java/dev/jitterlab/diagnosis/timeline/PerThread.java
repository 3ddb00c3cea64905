package dev.jitterlab.diagnosis.timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * What belongs to the thread of a work. A task mostly stays on one thread, so the thread is looked
 * up only where it changes: there are millions of works. Not thread-safe.
 */
public final class PerThread<T> {
  private final TimedWorks works;
  private final LongFunction<T> maker;
  private final Map<Long, T> all = new HashMap<>();
  private final long[] threads;
  private final Object[] those;

  /**
   * For the works of a timeline.
   *
   * @param maker makes it for a thread when it is first asked for; never null
   */
  public PerThread(TimedWorks works, LongFunction<T> maker) {
    this.works = works;
    this.maker = maker;
    threads = new long[works.tasks().size()];
    those = new Object[works.tasks().size()];
  }

  /** That of the thread of the work at a place. */
  @SuppressWarnings("unchecked") // only such are put there
  public T of(int at) {
    int task = works.task(at);
    long thread = works.thread(at);
    if (those[task] == null || threads[task] != thread) {
      threads[task] = thread;
      those[task] = all.computeIfAbsent(thread, maker::apply);
    }
    return (T) those[task];
  }

  /** Those that were asked for, by their threads. */
  public Map<Long, T> all() {
    return all;
  }
}
