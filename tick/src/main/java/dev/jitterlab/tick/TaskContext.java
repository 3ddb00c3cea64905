package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** What all the tasks of one scheduler share. Thread-safe. */
final class TaskContext {
  private final NanoClock clock;
  private final TickListener listener;
  private final FailureHandler failureHandler;
  private final ThreadTimesSource threadTimes;
  private final String threadPrefix;
  private final Consumer<Thread> beforeStart;
  private final ActiveTasks active = new ActiveTasks();
  private final AtomicInteger quarantined = new AtomicInteger();
  private final LongAdder failed = new LongAdder();

  TaskContext(NanoClock clock, TickListener listener, FailureHandler failureHandler) {
    this(clock, listener, failureHandler, ThreadTimesSource.off("not asked for"), "tick");
  }

  TaskContext(
      NanoClock clock,
      TickListener listener,
      FailureHandler failureHandler,
      ThreadTimesSource threadTimes,
      String threadPrefix) {
    this(clock, listener, failureHandler, threadTimes, threadPrefix, thread -> {});
  }

  /** Where the last is shown each thread before it starts: what it throws, the start throws. */
  TaskContext(
      NanoClock clock,
      TickListener listener,
      FailureHandler failureHandler,
      ThreadTimesSource threadTimes,
      String threadPrefix,
      Consumer<Thread> beforeStart) {
    this.clock = clock;
    this.listener = listener;
    this.failureHandler = failureHandler;
    this.threadTimes = threadTimes;
    this.threadPrefix = threadPrefix;
    this.beforeStart = beforeStart;
  }

  NanoClock clock() {
    return clock;
  }

  TickListener listener() {
    return listener;
  }

  FailureHandler failureHandler() {
    return failureHandler;
  }

  ThreadTimesSource threadTimes() {
    return threadTimes;
  }

  /** Returns the name of a thread of this scheduler. */
  String threadName(Object own) {
    return threadPrefix + "-" + own;
  }

  /** Is told of a thread of this scheduler that is about to be started. */
  void starts(Thread thread) {
    beforeStart.accept(thread);
  }

  void started(PeriodicTask task) {
    active.add(task);
  }

  void stopped() {
    active.ended();
  }

  void failed() {
    failed.increment();
  }

  int activeTasks() {
    return active.count();
  }

  /** Returns the periods of all tasks that are over without a tick. */
  WaitingPeriods waitingPeriods() {
    long nowNs = clock.nanoTime();
    WaitingPeriods[] all = {WaitingPeriods.NONE};
    active.forEach(task -> all[0] = all[0].plus(task.waitingPeriods(nowNs)));
    return all[0];
  }

  /**
   * Ends every task, as its scheduler is closed: also one whose tick runs, so that the tick can see
   * that it is to end.
   */
  void endAll() {
    active.forEach(task -> task.end(TaskEnd.Reason.CLOSED, null));
  }

  /** Returns the count of the tasks in quarantine, which they keep themselves. */
  AtomicInteger quarantinedTasks() {
    return quarantined;
  }

  long failedTicks() {
    return failed.sum();
  }
}
