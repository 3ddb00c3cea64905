package dev.jitterlab.tick;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A scheduler for tests: it has no thread and a clock that stands still. {@link #advance} runs the
 * ticks that come due, one after another, on the calling thread.
 *
 * <pre>{@code
 * ManualScheduler scheduler = new ManualScheduler(recorder);
 * scheduler.start("battle-1", Rate.hz(20), tick -> battle.step());
 * scheduler.advance(Duration.ofSeconds(1)); // 20 ticks, each on time
 * }</pre>
 *
 * <p>Ticks take no time, unless one moves the {@link #clock}; then those that follow are late as
 * they would be on one thread. Not thread-safe.
 */
public final class ManualScheduler extends TaskScheduler {
  private final ManualClock clock;
  private final List<PeriodicTask> tasks = new ArrayList<>();
  private final TickThread thread = new TickThread();
  private boolean closed;

  /** Creates a scheduler whose listener is told of every tick; failing tasks are stopped. */
  public ManualScheduler(TickListener listener) {
    this(listener, (tick, failure) -> FailureHandler.Decision.STOP);
  }

  /** Creates a scheduler. */
  public ManualScheduler(TickListener listener, FailureHandler onFailure) {
    this(new ManualClock(0), listener, onFailure);
  }

  private ManualScheduler(ManualClock clock, TickListener listener, FailureHandler onFailure) {
    super(
        new TaskContext(
            clock,
            Objects.requireNonNull(listener, "listener"),
            Objects.requireNonNull(onFailure, "onFailure")));
    this.clock = clock;
  }

  /** Returns its clock; a tick that advances it takes so long. */
  public ManualClock clock() {
    return clock;
  }

  @Override
  public TaskHandle start(String name, Rate rate, TaskOptions options, TickTask task) {
    if (closed) {
      throw new IllegalStateException("the scheduler is closed");
    }
    PeriodicTask periodic = new PeriodicTask(context, name, rate, options, task);
    tasks.add(periodic);
    return periodic;
  }

  /**
   * Moves the clock forward and runs what comes due until then, in the order of the deadlines. Of
   * equal deadlines the task that was started first comes first.
   *
   * @return how many ticks ran
   */
  public int advance(Duration time) {
    long untilNs = clock.nanoTime() + time.toNanos();
    int ticks = 0;
    for (PeriodicTask next = next(untilNs); next != null; next = next(untilNs)) {
      clock.advanceTo(next.deadlineNs());
      boolean unused = next.runTick(thread);
      ticks++;
    }
    clock.advanceTo(untilNs);
    return ticks;
  }

  /** Returns the task that is due first; null if none is due until then. */
  private PeriodicTask next(long untilNs) {
    tasks.removeIf(PeriodicTask::isStopped);
    PeriodicTask first = null;
    for (PeriodicTask task : tasks) {
      if (task.deadlineNs() - untilNs <= 0
          && (first == null || task.deadlineNs() - first.deadlineNs() < 0)) {
        first = task;
      }
    }
    return first;
  }

  @Override
  public boolean close(Duration limit) {
    closed = true;
    tasks.forEach(task -> task.end(TaskEnd.Reason.CLOSED, null));
    tasks.clear();
    return true;
  }
}
