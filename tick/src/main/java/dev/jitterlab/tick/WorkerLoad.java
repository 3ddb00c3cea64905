package dev.jitterlab.tick;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What the tasks of one worker add up to: their rate, and how much of a core they take. Tasks are
 * counted by the thread that gives them to the worker or by the worker itself; any thread reads.
 */
final class WorkerLoad {
  /** One core, in nanoseconds a 1,000 s. */
  static final double ONE_CORE = 1e12;

  /** A part of what a task is counted for; smaller changes are not worth an atomic operation. */
  private static final float COUNTED_WITHIN = 0.1f;

  private final AtomicLong milliHertz = new AtomicLong();
  private final AtomicLong ns = new AtomicLong();

  /** Counts a task at its rate and at what it takes, or else at what is expected of it. */
  void count(OwnedTask task) {
    long expectedNs = task.expectedNs();
    task.countedNs = (float) (expectedNs > 0 ? expectedNs : PhaseRing.UNMEASURED_NS);
    task.milliHertz = milliHertz(task.scheduledRate());
    milliHertz.addAndGet(task.milliHertz);
    ns.addAndGet(task.countedLoad());
  }

  /** Takes back what {@link #count} has counted; nothing if that was done already. */
  void uncount(OwnedTask task) {
    milliHertz.addAndGet(-task.milliHertz);
    ns.addAndGet(-task.countedLoad());
    task.milliHertz = 0;
  }

  /** Counts a task anew if its rate has changed, or what it takes has by a tenth. */
  void follow(OwnedTask task) {
    float expectedNs = (float) task.expectedNs();
    boolean isAsCounted = Math.abs(expectedNs - task.countedNs) <= task.countedNs * COUNTED_WITHIN;
    if (!isAsCounted || milliHertz(task.scheduledRate()) != task.milliHertz) {
      uncount(task);
      count(task);
    }
  }

  /** Counts load that has no task here, in nanoseconds a 1,000 s: what another is about to give. */
  void add(long promisedNs) {
    ns.addAndGet(promisedNs);
  }

  /** Returns the rate of all tasks together, in ticks per 1,000 s. */
  long milliHertz() {
    return milliHertz.get();
  }

  /** Returns how much of a core all tasks take, each by its own last ticks. */
  double cores() {
    return (double) ns.get() / ONE_CORE;
  }

  private static int milliHertz(Rate rate) {
    return (int) Math.max(1, Math.round(1000 * rate.hertz()));
  }
}
