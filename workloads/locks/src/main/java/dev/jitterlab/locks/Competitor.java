package dev.jitterlab.locks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
  private static final long HIGHEST_NS = 600_000_000_000L;

  /**
   * Within a hundredth: with one more, to add up 200 threads' histograms takes a tenth of a CPU.
   */
  private static final int SIGNIFICANT_DIGITS = 2;

  private static final Path STATUS = Path.of("/proc/thread-self/status");

  private final List<GuardedWork> locks;
  private final List<Runnable> sections;
  private final long outsideSteps;
  private final BusySteps outside = new BusySteps();
  private final SingleWriterRecorder waits =
      new SingleWriterRecorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final AtomicLong acquisitions = new AtomicLong();
  private final Map<Ending, AtomicLong> endings = new EnumMap<>(Ending.class);
  private final ContextSwitches switches = new ContextSwitches(STATUS);
  private final long switchesEveryNs;
  private long switchesDueNs = System.nanoTime();
  private long hadNs;

  /**
   * @param outsideSteps the work before each lock
   * @param switchesEveryNs how often it reads its own context switches, outside its locks
   */
  Competitor(List<GuardedWork> locks, long outsideSteps, long switchesEveryNs) {
    this.locks = locks;
    this.outsideSteps = outsideSteps;
    this.switchesEveryNs = switchesEveryNs;
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
    switches.read();
    try {
      switches.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acquire(GuardedWork lock, Runnable section) {
    long askedNs = System.nanoTime();
    Ending ending = lock.hold(section);
    waits.recordValue(Math.min(Math.max(0, hadNs - askedNs), HIGHEST_NS));
    // Only this thread writes them: no compare-and-swap, no fence.
    addOne(endings.get(ending));
    addOne(acquisitions);
    if (askedNs - switchesDueNs >= 0) {
      switches.read();
      switchesDueNs = askedNs + switchesEveryNs;
    }
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

  /** How often it was switched out. */
  ContextSwitches switches() {
    return switches;
  }

  /** Adds the waits since the last call, in nanoseconds; for one reader. */
  void takeWaits(Histogram into) {
    into.add(waits.getIntervalHistogram());
  }
}
