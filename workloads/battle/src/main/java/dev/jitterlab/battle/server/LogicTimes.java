package dev.jitterlab.battle.server;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How long the game's logic took in each tick, without what a tick does around it: taking inputs,
 * encoding and sending. The thesis's execution of a tick (section 3.4.2) has no output in it, so
 * this is what compares with its figures. Recording is thread-safe, waits for nobody and allocates
 * nothing; one reader takes them.
 */
final class LogicTimes implements Supplier<Histogram> {
  private static final long MOST_NS = TimeUnit.HOURS.toNanos(1);

  private final Recorder recorder = new Recorder(MOST_NS, 3);
  private Histogram last; // null before the first

  void record(long ns) {
    recorder.recordValue(Math.max(0, Math.min(ns, MOST_NS)));
  }

  /** Those since the last call, in nanoseconds; valid until the next. */
  @Override
  public Histogram get() {
    last = recorder.getIntervalHistogram(last);
    return last;
  }
}
