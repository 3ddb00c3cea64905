package dev.jitterlab.tick.admission;

import dev.jitterlab.tick.Tick;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What ticks did lately: how many there were, how many were late or missing, and the load that
 * their tasks are. A task that ticks less than four times in the window has its load measured in a
 * longer one, or it would be forgotten between two ticks and be a mountain at each. Thread-safe, as
 * {@link TickWindow} is; allocates a window with the first tick that needs one of that length.
 */
final class RecentTicks {
  private final long windowNs;
  private final double latePeriods;
  private final TickWindow recent;

  /** By how often the window's length is doubled; null where there was no such task. */
  private final AtomicReferenceArray<TickWindow> longer = new AtomicReferenceArray<>(Long.SIZE);

  /**
   * Creates an empty history.
   *
   * @param latePeriods how many of its periods late a tick starts to be counted as late
   */
  RecentTicks(long windowNs, double latePeriods, long nowNs) {
    this.windowNs = windowNs;
    this.latePeriods = latePeriods;
    this.recent = new TickWindow(windowNs, latePeriods, nowNs);
  }

  /** Takes in a finished tick. Any thread. */
  void record(Tick tick) {
    if (recent.record(tick)) {
      longerFor(tick).record(tick);
    }
  }

  private TickWindow longerFor(Tick tick) {
    long lengthNs = TickWindow.lengthNs(windowNs, tick.periodNs());
    int doubled = Long.numberOfTrailingZeros(lengthNs / windowNs);
    TickWindow window = longer.get(doubled);
    if (window == null) {
      window = new TickWindow(lengthNs, latePeriods, tick.startedNs());
      if (!longer.compareAndSet(doubled, null, window)) {
        window = longer.get(doubled);
      }
    }
    return window;
  }

  /** Returns what there was up to now. Any thread; waits for others that measure. */
  TickWindow.Measured measure(long nowNs) {
    double slowCores = 0;
    for (int i = 0; i < longer.length(); i++) {
      TickWindow window = longer.get(i);
      slowCores += window == null ? 0 : window.measure(nowNs).cores;
    }
    return recent.measure(nowNs).plus(slowCores);
  }
}
