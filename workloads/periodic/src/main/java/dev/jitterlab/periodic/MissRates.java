package dev.jitterlab.periodic;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts for each task which part of its periods was missed, to say how fairly the tasks shared an
 * overload: a period is missed when it is {@linkplain Tick#overduePeriods overdue}. Thread-safe,
 * but {@link #toString} is exact only once nothing ticks any more.
 */
final class MissRates {
  private final List<OfTask> tasks = new CopyOnWriteArrayList<>();
  private final AtomicInteger measurement = new AtomicInteger();

  /** Returns what is told of each start of one task. */
  TickListener ofTask() {
    OfTask task = new OfTask();
    tasks.add(task);
    return task;
  }

  /** Begins to count anew. */
  void begin() {
    measurement.incrementAndGet();
  }

  /**
   * Returns the lowest and the highest rate of a task, or an empty text where none ticked. A task
   * that did not tick at all has missed everything.
   */
  @Override
  public String toString() {
    int current = measurement.get();
    double[] rates =
        tasks.stream()
            .mapToDouble(task -> task.measurement == current ? task.missRate() : 1)
            .sorted()
            .toArray();
    return tasks.stream().noneMatch(task -> task.measurement == current)
        ? ""
        : String.format(Locale.ROOT, " miss-rates=%.6f..%.6f", rates[0], rates[rates.length - 1]);
  }

  /** Counts for one task; for the threads that run it, one after another. */
  private final class OfTask implements TickListener {
    private volatile int measurement = -1;
    private long periods;
    private long missed;

    @Override
    public void onTick(Tick tick) {
      int current = MissRates.this.measurement.get();
      if (measurement != current) {
        measurement = current;
        periods = 0;
        missed = 0;
      }
      periods += 1 + tick.missedPeriods();
      missed += tick.overduePeriods();
    }

    double missRate() {
      return (double) missed / periods;
    }
  }
}
