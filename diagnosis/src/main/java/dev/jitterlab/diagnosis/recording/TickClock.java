package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.Alignment;
import dev.jitterlab.diagnosis.timeline.CompactNumbers;
import dev.jitterlab.diagnosis.timeline.Selection;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Brings the ticks' own times onto the recording's clock. A tick's schedule, start and end are
 * times of {@link System#nanoTime}; its event's own start, which is on the recording's clock, was
 * read right after the tick's. The difference between the two clocks is the median over all ticks
 * of ten seconds, since a thread may lose its CPU between the two readings of one tick, and the
 * clocks drift apart by some microseconds a second. Not thread-safe.
 */
final class TickClock {
  private static final long BUCKET_NS = 10_000_000_000L;
  private static final double EXACT = 0.9;

  private final TimedWorks ticks = new TimedWorks();

  /** What is to be added to each tick's times, as far as it knows, less that of the first. */
  private final CompactNumbers offsets = new CompactNumbers();

  /** When each ten seconds begin on the recording's clock, and what was added to ticks in them. */
  private final Map<Long, Long> medians = new HashMap<>();

  private long firstOffsetNs;
  private boolean isAligned;
  private long worstErrorNs;

  /** The offsets of some seconds, and then their median. */
  private static final class Bucket {
    private long[] offsets = new long[64];
    private int count;
    private long median;

    void add(long offset) {
      if (count == offsets.length) {
        offsets = Arrays.copyOf(offsets, count + (count >> 1));
      }
      offsets[count++] = offset;
    }

    /** Finds the median; returns the error that one in ten exceeds. */
    long finish() {
      median = Selection.nth(offsets, count, count / 2);
      for (int i = 0; i < count; i++) {
        offsets[i] = Math.abs(offsets[i] - median);
      }
      long error = Selection.nth(offsets, count, (int) (count * EXACT));
      offsets = new long[0];
      return error;
    }
  }

  /**
   * Adds a tick.
   *
   * @param recordedNs the event's start, in nanoseconds since the epoch
   */
  void add(
      String task,
      long index,
      long thread,
      long recordedNs,
      long scheduled,
      long started,
      long finished,
      boolean late,
      long runQueueNs,
      long cpuNs,
      long executionRunQueueNs,
      long totalNs,
      long periodNs) {
    long offset = recordedNs - started;
    if (ticks.isEmpty()) {
      firstOffsetNs = offset;
    }
    offsets.set(ticks.size(), offset - firstOffsetNs);
    ticks.append(
        TimedWork.Kind.TICK,
        task,
        index,
        thread,
        scheduled,
        started,
        Math.max(started, finished),
        late,
        runQueueNs,
        cpuNs,
        executionRunQueueNs,
        totalNs,
        periodNs);
  }

  /** Adds the ticks to the timeline; none is kept. */
  void finish(TimelineBuilder timeline) {
    if (ticks.isEmpty()) {
      return;
    }
    align();
    timeline.add(
        new Alignment(
            "ticks", "by " + ticks.size() + " events that have both clocks", worstErrorNs));
    timeline.add(ticks);
    medians.forEach(timeline::clockOffset);
  }

  /** Moves the ticks, once, onto the recording's clock; none is added from then on. */
  void align() {
    if (isAligned || ticks.isEmpty()) {
      return;
    }
    isAligned = true;
    Map<Long, Bucket> buckets = new HashMap<>();
    long last = bucket(0);
    Bucket into = buckets.computeIfAbsent(last, _ -> new Bucket());
    for (int i = 0; i < ticks.size(); i++) {
      if (bucket(i) != last) {
        last = bucket(i);
        into = buckets.computeIfAbsent(last, _ -> new Bucket());
      }
      into.add(firstOffsetNs + offsets.get(i));
    }
    for (Map.Entry<Long, Bucket> one : buckets.entrySet()) {
      worstErrorNs = Math.max(worstErrorNs, one.getValue().finish());
      long median = one.getValue().median;
      medians.put(one.getKey() * BUCKET_NS + median, median);
    }
    for (int i = 0; i < ticks.size(); i++) {
      long of = bucket(i);
      if (of != last) {
        last = of;
        into = buckets.get(last);
      }
      ticks.move(i, into.median);
    }
  }

  private long bucket(int tick) {
    return Math.floorDiv(ticks.startNs(tick), BUCKET_NS);
  }
}
