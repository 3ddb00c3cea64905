package dev.jitterlab.agent;

import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of tick methods that need to be told apart from others. Thread-safe. */
final class TickCalls {
  private final AgentLog log;
  private final LongAdder failed = new LongAdder();
  private final LongAdder overlapping = new LongAdder();
  private final LongAdder crowdedOut = new LongAdder();

  TickCalls(AgentLog log) {
    this.log = log;
  }

  /** Says that a tick has ended with an exception. */
  void failed() {
    failed.increment();
  }

  /** Says that a thread has begun a tick of a task while another one was in it. */
  void overlapped() {
    overlapping.increment();
  }

  /** Says that there are too many tasks to watch one more. */
  void crowdedOut() {
    crowdedOut.increment();
  }

  /** Says that the agent itself has failed in a tick. */
  void broken(Throwable error) {
    log.failed("measuring a tick", error);
  }

  /** Returns how many ticks have ended with an exception. */
  long failedTicks() {
    return failed.sum();
  }

  /** Returns how many calls were no ticks, because another thread was in one of the same task. */
  long overlappingCalls() {
    return overlapping.sum();
  }

  /** Returns how many calls were not measured, because there were too many tasks. */
  long crowdedOutCalls() {
    return crowdedOut.sum();
  }
}
