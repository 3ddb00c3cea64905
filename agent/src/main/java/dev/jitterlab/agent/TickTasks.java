package dev.jitterlab.agent;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tasks of all tick methods. Methods of one name share the tasks of their receivers, whatever
 * class declares them: so {@code super.tick()} and an overload are parts of the tick that calls
 * them, though the arguments name them one by one. Static methods share a task if they are of one
 * class, too, since a loop of another class has a schedule of its own.
 *
 * <p>Methods are added by one thread, before anything else is asked. All else is thread-safe.
 */
final class TickTasks {
  private final Rate rate;
  private final NanoClock clock;
  private final TickListener listener;
  private final TickCalls calls;
  private final LateSignal late;
  private final WaitWatch waits;
  private final Map<String, WatchedTasks> ofReceivers = new HashMap<>();
  private final Map<String, WatchedTask> ofClasses = new HashMap<>();

  /** Tells {@code listener} of ticks, and {@code calls} of what is none. */
  TickTasks(
      Rate rate,
      NanoClock clock,
      TickListener listener,
      TickCalls calls,
      LateSignal late,
      WaitWatch waits) {
    this.rate = rate;
    this.clock = clock;
    this.listener = listener;
    this.calls = calls;
    this.late = late;
    this.waits = waits;
  }

  /** Adds a method. */
  TickMethod method(MethodName name) {
    String ofClass = name.className() + '#' + name.methodName();
    return new TickMethod(
        name,
        calls,
        ofClasses.computeIfAbsent(ofClass, key -> task(name.shortName())),
        ofReceivers.computeIfAbsent(
            name.methodName(), key -> new WatchedTasks(WatchedTasks.MOST_TASKS)),
        number -> task(name.shortName() + ' ' + number));
  }

  private WatchedTask task(String name) {
    return new WatchedTask(
        clock,
        calls,
        new ExternalTask(name, rate, listener),
        new WatchedSchedule(rate.periodNs(), rate::offsetNs),
        late,
        waits);
  }

  /** Returns the periods that are over while ticks run that began before. */
  WaitingPeriods waitingPeriods() {
    return Stream.concat(
            ofClasses.values().stream(),
            ofReceivers.values().stream().flatMap(tasks -> tasks.all().stream()))
        .map(task -> task.waitingPeriods(rate.periodNs()))
        .reduce(WaitingPeriods.NONE, WaitingPeriods::plus);
  }

  /** Returns how many receivers there are; some may be gone. */
  int receivers() {
    return ofReceivers.values().stream().mapToInt(WatchedTasks::size).sum();
  }
}
