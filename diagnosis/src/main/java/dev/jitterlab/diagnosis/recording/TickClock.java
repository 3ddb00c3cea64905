package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.Alignment;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Brings the ticks' own times onto the recording's clock. The difference between the two clocks is
 * the median over all ticks of ten seconds, since a thread may lose its CPU between the two
 * readings of one tick, and the clocks drift apart by some microseconds a second.
 */
final class TickClock {
  private static final long BUCKET_NS = 10_000_000_000L;

  private TickClock() {}

  /** Adds the ticks, and empties the list. */
  static void add(List<RawTick> ticks, TimelineBuilder timeline) {
    TreeMap<Long, List<RawTick>> buckets = new TreeMap<>();
    for (RawTick tick : ticks) {
      buckets
          .computeIfAbsent(Math.floorDiv(tick.started(), BUCKET_NS), _ -> new ArrayList<>())
          .add(tick);
    }
    int count = ticks.size();
    ticks.clear(); // there may be millions of them: none is kept in both forms
    long worst = 0;
    for (List<RawTick> bucket : buckets.values()) {
      long[] offsets = bucket.stream().mapToLong(RawTick::offsetNs).sorted().toArray();
      long offset = offsets[offsets.length / 2];
      long[] errors = Arrays.stream(offsets).map(one -> Math.abs(one - offset)).sorted().toArray();
      worst = Math.max(worst, errors[(int) (errors.length * 0.9)]);
      bucket.forEach(tick -> timeline.add(tick.on(offset)));
      bucket.clear();
    }
    if (count > 0) {
      timeline.add(new Alignment("ticks", "by " + count + " events that have both clocks", worst));
    }
  }
}
