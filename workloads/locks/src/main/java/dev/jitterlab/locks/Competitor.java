package dev.jitterlab.locks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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

  private static final int NONE = -1;
  private static final Path STATUS = Path.of("/proc/thread-self/status");

  private final List<GuardedWork> locks;
  private final List<Runnable> sections;
  private final long outsideSteps;
  private final BusySteps outside = new BusySteps();
  private final SingleWriterRecorder waits =
      new SingleWriterRecorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final AtomicLong acquisitions = new AtomicLong();
  private final AtomicLong longestWaitNs = new AtomicLong();
  private final AtomicLong asksSinceNs = new AtomicLong();

  /** Which lock it waits for. */
  private final AtomicInteger asksFor = new AtomicInteger(NONE);

  private final Map<Ending, AtomicLong> endings = new EnumMap<>(Ending.class);
  private final ContextSwitches switches = new ContextSwitches(STATUS);
  private final long switchesEveryNs;
  private long switchesDueNs;
  private long hadNs;

  /**
   * @param outsideSteps the work before each lock
   * @param switchesEveryNs how often it reads its own context switches, outside its locks
   * @param firstSwitchesNs how long it waits with the first reading, so that not all read at once
   */
  Competitor(
      List<GuardedWork> locks, long outsideSteps, long switchesEveryNs, long firstSwitchesNs) {
    this.locks = locks;
    this.outsideSteps = outsideSteps;
    this.switchesEveryNs = switchesEveryNs;
    this.switchesDueNs = System.nanoTime() + firstSwitchesNs;
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
    asksFor.lazySet(NONE);
    lock.section();
  }

  /** Visits one lock after the other, so long as the competition lasts. */
  void compete(Competition competition) {
    while (competition.lasts()) {
      for (int i = 0; i < sections.size() && competition.lasts(); i++) {
        outside.take(outsideSteps);
        acquire(i);
      }
    }
    switches.read();
    try {
      switches.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acquire(int lock) {
    long askedNs = System.nanoTime();
    // Only this thread writes them: no compare-and-swap, no fence.
    asksSinceNs.lazySet(askedNs);
    asksFor.lazySet(lock);
    Ending ending = locks.get(lock).hold(sections.get(lock));
    long waitNs = Math.min(Math.max(0, hadNs - askedNs), HIGHEST_NS);
    waits.recordValue(waitNs);
    if (waitNs > longestWaitNs.get()) {
      longestWaitNs.lazySet(waitNs);
    }
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

  /** Which lock it waits for now, by its number from 0; negative for none. */
  int asksFor() {
    return asksFor.get();
  }

  /**
   * Its longest wait since the last call, with the one that lasts now, in nanoseconds; for one
   * reader. A wait that lasts counts each time, so a thread that never gets a lock shows.
   */
  long takeLongestWait(long nowNs) {
    long longestNs = longestWaitNs.getAndSet(0);
    return asksFor.get() == NONE ? longestNs : Math.max(longestNs, nowNs - asksSinceNs.get());
  }

  /** How often it was switched out. */
  ContextSwitches switches() {
    return switches;
  }

  /** Adds the waits since the last call, in nanoseconds; for one reader. */
  void takeWaits(Histogram into) {
    into.add(waits.getIntervalHistogram());
  }

  /** Adds the wait that lasts now, if one does. */
  void addLastingWait(long nowNs, Histogram into) {
    if (asksFor.get() != NONE) {
      into.recordValue(Math.min(Math.max(0, nowNs - asksSinceNs.get()), HIGHEST_NS));
    }
  }
}
