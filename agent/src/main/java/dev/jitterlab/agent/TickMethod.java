package dev.jitterlab.agent;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.function.Consumer;

/**
 * A method of the server that is a tick, and its tasks: one for each receiver, or one in all if it
 * is static. Told the receiver of a call (null if static), it returns whom to tell of the call's
 * end; null if the call is no tick. Never throws. Thread-safe.
 */
final class TickMethod extends WatchedMethod {
  private final long periodNs;
  private final TickCalls counts;
  private final WatchedTask staticTask;
  private final WatchedTasks tasks;

  TickMethod(
      MethodName name,
      Rate rate,
      NanoClock clock,
      TickListener listener,
      TickCalls calls,
      LateSignal late,
      WaitWatch waits) {
    super(name, "ticks");
    this.periodNs = rate.periodNs();
    this.counts = calls;
    this.staticTask = task(name.shortName(), rate, clock, listener, calls, late, waits);
    this.tasks =
        new WatchedTasks(
            WatchedTasks.MOST_TASKS,
            number ->
                task(name.shortName() + ' ' + number, rate, clock, listener, calls, late, waits));
  }

  private static WatchedTask task(
      String name,
      Rate rate,
      NanoClock clock,
      TickListener listener,
      TickCalls calls,
      LateSignal late,
      WaitWatch waits) {
    return new WatchedTask(
        clock,
        calls,
        new ExternalTask(name, rate, listener),
        new WatchedSchedule(rate.periodNs(), rate::offsetNs),
        late,
        waits);
  }

  @Override
  public Consumer<Throwable> apply(Object receiver) {
    try {
      WatchedTask task = receiver == null ? staticTask : tasks.of(receiver);
      if (task != null) {
        return task.begin();
      }
      counts.crowdedOut.increment();
    } catch (Throwable e) {
      counts.broken(e);
    }
    return null;
  }

  /** Returns the periods that are over while ticks run that began before. */
  WaitingPeriods waitingPeriods() {
    WaitingPeriods waiting = staticTask.waitingPeriods(periodNs);
    for (WatchedTask task : tasks.all()) {
      waiting = waiting.plus(task.waitingPeriods(periodNs));
    }
    return waiting;
  }

  /** Returns how many receivers it has; some may be gone. */
  int receivers() {
    return tasks.size();
  }
}
