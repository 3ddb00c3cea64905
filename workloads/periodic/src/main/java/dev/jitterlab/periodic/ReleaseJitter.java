package dev.jitterlab.periodic;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The figure of jittertest (Tinetti, section IV): the time between two releases of a task, recorded
 * as its difference from the period, in nanoseconds. Thread-safe; wait-free and without allocation.
 *
 * <p>It is another figure than drift: a task that starts late by the same time at every tick has no
 * release jitter, and one late tick is counted twice, as a long interval and as a short one.
 */
final class ReleaseJitter {
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Recorder longer = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final Recorder shorter = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private volatile boolean isRecording = true;

  /**
   * Returns what to write into the tick log: intervals as long as the period or longer, and, as a
   * histogram knows no negative values, the magnitude for those that are shorter.
   */
  Map<String, Supplier<Histogram>> times() {
    return Map.of("release-jitter", intervals(longer), "release-jitter-early", intervals(shorter));
  }

  /** Hands out the same histogram each time: a new one each second is 0.5 MB of garbage. */
  private static Supplier<Histogram> intervals(Recorder recorder) {
    Histogram[] kept = new Histogram[1];
    return () -> kept[0] = recorder.getIntervalHistogram(kept[0]);
  }

  /** Says whether starts from now on are recorded, as they are at first. */
  void record(boolean newIsRecording) {
    isRecording = newIsRecording;
  }

  /** Returns what is told of each start of one task; not thread-safe. */
  TickListener ofTask() {
    return new OfTask();
  }

  private void record(long jitterNs) {
    (jitterNs < 0 ? shorter : longer).recordValue(Math.min(Math.abs(jitterNs), HIGHEST_NS));
  }

  /** Knows when its task was last released. */
  private final class OfTask implements TickListener {
    private long lastStartNs;

    /** A tick that begins a new schedule has no interval. */
    @Override
    public void onTick(Tick tick) {
      if (isRecording && tick.hasPrevious() && !tick.isReanchored()) {
        record(tick.startedNs() - lastStartNs - tick.periodNs());
      }
      lastStartNs = tick.startedNs();
    }
  }
}
