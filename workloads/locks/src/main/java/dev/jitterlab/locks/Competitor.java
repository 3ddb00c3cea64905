package dev.jitterlab.locks;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * One thread's way through the hot locks, one after the other for ever: it works outside, gets the
 * lock, works inside. Each wait is recorded, from before it asks to when it has the lock. The
 * figures may be read by any thread; allocates nothing in steady state.
 */
final class Competitor {
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final List<GuardedWork> locks;
  private final List<Runnable> sections;
  private final long outsideSteps;
  private final BusySteps outside = new BusySteps();
  private final SingleWriterRecorder waits =
      new SingleWriterRecorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final AtomicLong acquisitions = new AtomicLong();
  private final Map<Ending, AtomicLong> endings = new EnumMap<>(Ending.class);
  private long hadNs;

  Competitor(List<GuardedWork> locks, long outsideSteps) {
    this.locks = locks;
    this.outsideSteps = outsideSteps;
    for (Ending ending : Ending.values()) {
      endings.put(ending, new AtomicLong());
    }
    this.sections =
        locks.stream()
            .map(lock -> (Runnable) () -> timed(lock))
            .collect(Collectors.toUnmodifiableList());
  }

  private void timed(GuardedWork lock) {
    hadNs = System.nanoTime();
    lock.section();
  }

  /** Visits one lock after the other, so long as the competition lasts. */
  void compete(Competition competition) {
    while (competition.lasts()) {
      for (int i = 0; i < sections.size(); i++) {
        outside.take(outsideSteps);
        acquire(locks.get(i), sections.get(i));
      }
    }
  }

  private void acquire(GuardedWork lock, Runnable section) {
    long askedNs = System.nanoTime();
    Ending ending = lock.hold(section);
    waits.recordValue(Math.min(Math.max(0, hadNs - askedNs), HIGHEST_NS));
    // Only this thread writes them: no compare-and-swap, no fence.
    addOne(endings.get(ending));
    addOne(acquisitions);
  }

  private static void addOne(AtomicLong count) {
    count.lazySet(count.get() + 1);
  }

  /** How often it has had a lock. */
  long acquisitions() {
    return acquisitions.get();
  }

  /** How often it got one that way. */
  long ended(Ending ending) {
    return endings.get(ending).get();
  }

  /** Adds the waits since the last call, in nanoseconds; for one reader. */
  void takeWaits(Histogram into) {
    into.add(waits.getIntervalHistogram());
  }
}
