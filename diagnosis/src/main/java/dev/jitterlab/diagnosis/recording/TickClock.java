package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.Alignment;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings the ticks' own times onto the recording's clock. The difference between the two clocks is
 * the median over all ticks of ten seconds, since a thread may lose its CPU between the two
 * readings of one tick, and the clocks drift apart by some microseconds a second. Not thread-safe.
 */
final class TickClock {
  private static final long BUCKET_NS = 10_000_000_000L;

  private final TreeMap<Long, RawTicks> buckets = new TreeMap<>();
  private long count;

  /** Adds a tick. */
  void add(RawTick tick) {
    buckets
        .computeIfAbsent(Math.floorDiv(tick.started(), BUCKET_NS), _ -> new RawTicks())
        .add(tick);
    count++;
  }

  /** Adds the ticks to the timeline; none is kept. */
  void finish(TimelineBuilder timeline) {
    long worst = 0;
    for (Map.Entry<Long, RawTicks> bucket = buckets.pollFirstEntry();
        bucket != null;
        bucket = buckets.pollFirstEntry()) {
      worst = Math.max(worst, bucket.getValue().addTo(timeline));
    }
    if (count > 0) {
      timeline.add(new Alignment("ticks", "by " + count + " events that have both clocks", worst));
    }
  }
}
