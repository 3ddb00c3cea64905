package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What all the tasks of one scheduler share. Thread-safe. */
final class TaskContext {
  private final NanoClock clock;
  private final TickListener listener;
  private final FailureHandler failureHandler;
  private final ThreadTimesSource threadTimes;
  private final String threadPrefix;
  private final AtomicInteger active = new AtomicInteger();
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
    this.clock = clock;
    this.listener = listener;
    this.failureHandler = failureHandler;
    this.threadTimes = threadTimes;
    this.threadPrefix = threadPrefix;
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

  void started() {
    active.incrementAndGet();
  }

  void stopped() {
    active.decrementAndGet();
  }

  void failed() {
    failed.increment();
  }

  int activeTasks() {
    return active.get();
  }

  /** Returns the count of the tasks in quarantine, which they keep themselves. */
  AtomicInteger quarantinedTasks() {
    return quarantined;
  }

  long failedTicks() {
    return failed.sum();
  }
}
