package dev.jitterlab.agent;

import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of tick methods that need to be told apart from others. Thread-safe. */
final class TickCalls {
  /** Ticks that have ended with an exception. */
  final LongAdder failed = new LongAdder();

  /** Calls that were no ticks, because another thread was in one of the same task. */
  final LongAdder overlapping = new LongAdder();

  /** Calls that were not measured, because there were too many tasks. */
  final LongAdder crowdedOut = new LongAdder();

  private final AgentLog log;

  TickCalls(AgentLog log) {
    this.log = log;
  }

  /** Says that the agent itself has failed in a tick. */
  void broken(Throwable error) {
    log.failed("measuring a tick", error);
  }
}
