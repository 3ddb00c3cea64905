package dev.jitterlab.tick.recording;

import dev.jitterlab.tick.Tick;
import java.util.concurrent.atomic.LongAdder;

/**
 * The sums of a population of ticks whose {@linkplain Tick#hasThreadTimes thread times} were read,
 * in nanoseconds. A share of drift or execution is one sum divided by another. Thread-safe; each
 * sum only grows, and two of them are not read at the same instant.
 */
public final class ThreadTimesTotals {
  private final LongAdder ticks = new LongAdder();
  private final LongAdder driftNs = new LongAdder();
  private final LongAdder runQueueDelayNs = new LongAdder();
  private final LongAdder executionNs = new LongAdder();
  private final LongAdder cpuNs = new LongAdder();
  private final LongAdder executionRunQueueDelayNs = new LongAdder();

  ThreadTimesTotals() {}

  void add(Tick tick) {
    ticks.increment();
    driftNs.add(Math.max(0, tick.driftNs()));
    runQueueDelayNs.add(tick.runQueueDelayNs());
    executionNs.add(tick.executionNs());
    cpuNs.add(tick.cpuNs());
    executionRunQueueDelayNs.add(tick.executionRunQueueDelayNs());
  }

  /** Returns how many ticks there are. */
  public long ticks() {
    return ticks.sum();
  }

  /** Returns the drift of those that did not start early. */
  public long driftNs() {
    return driftNs.sum();
  }

  /** Returns the part of the drift that was {@link Tick#runQueueDelayNs}. */
  public long runQueueDelayNs() {
    return runQueueDelayNs.sum();
  }

  /** Returns the execution. */
  public long executionNs() {
    return executionNs.sum();
  }

  /** Returns the part of the execution that was {@link Tick#cpuNs}. */
  public long cpuNs() {
    return cpuNs.sum();
  }

  /** Returns the part of the execution that was {@link Tick#executionRunQueueDelayNs}. */
  public long executionRunQueueDelayNs() {
    return executionRunQueueDelayNs.sum();
  }
}
