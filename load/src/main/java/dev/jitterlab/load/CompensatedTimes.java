package dev.jitterlab.load;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * What the response times of a closed model would have been, had its clients kept their pace: an
 * estimate. A client that waits for a slow answer sends nothing meanwhile; each request that it
 * would have sent, one every expected interval, is recorded with what was left of the wait
 * (HdrHistogram's correction of coordinated omission). The expected interval is the think time and
 * the median time so far for which a client waits, which stalls hardly move. That is the response
 * time, or, where many are to get a message, the time until the last of them has it. Thread-safe.
 */
final class CompensatedTimes {
  /** The median changes little; this often it is looked up again. */
  private static final long MEDIAN_EVERY = 64;

  /** Bounds the work for one answer, together with {@link #ONE_BY_ONE}. */
  private static final long LEAST_INTERVAL_NS = 10_000;

  /**
   * So many of the requests that were not sent are recorded one by one. Of longer waits, those are
   * recorded together that differ by less than a thousandth, which three digits do not show.
   */
  private static final long ONE_BY_ONE = 1_000;

  /** Bounds the work for one request that is out, which is looked at once a second. */
  private static final long MOST_ADDED = 1_000;

  private final long thinkNs;
  private final Recorder recorder = ResponseRecorder.newRecorder();
  private final Recording unsent = recorder::recordValueWithCount; // once, not for each answer
  private final AtomicHistogram all = new AtomicHistogram(1, 3_600_000_000_000L, 2);
  private final AtomicLong count = new AtomicLong();
  private volatile long expectedIntervalNs;

  /** Takes a time. */
  @FunctionalInterface
  interface Recording {
    /** Takes it, so often. */
    void record(long ns, long count);
  }

  CompensatedTimes(long thinkNs) {
    this.thinkNs = thinkNs;
  }

  /** A client has waited so long, and goes on: its pace. */
  void waited(long ns) {
    all.recordValue(ns);
    long number = count.incrementAndGet();
    if (number <= MEDIAN_EVERY || number % MEDIAN_EVERY == 0) {
      expectedIntervalNs = Math.max(LEAST_INTERVAL_NS, thinkNs + all.getValueAtPercentile(50));
    }
  }

  /** Takes the time of an answer, or of a message to one of those who get it. */
  void record(long responseNs) {
    recorder.recordValue(responseNs);
    long intervalNs = expectedIntervalNs;
    if (intervalNs > 0) { // else nobody has a pace yet
      addUnsent(responseNs, intervalNs, unsent);
    }
  }

  /**
   * Adds the requests that a client would have sent while it waited for an answer: one for each
   * interval, with what was left of the wait. This is what HdrHistogram's {@code
   * recordValueWithExpectedInterval} does in as many steps as there are intervals, which after a
   * long timeout are hundreds of millions.
   */
  static void addUnsent(long responseNs, long intervalNs, Recording recording) {
    long leftNs = responseNs - intervalNs;
    while (leftNs >= intervalNs) {
      long more = leftNs / intervalNs / ONE_BY_ONE;
      leftNs -= more * intervalNs;
      recording.record(leftNs, 1 + more);
      leftNs -= intervalNs;
    }
  }

  /**
   * Adds how long a client has waited for an answer that has not come, and what it would have sent
   * meanwhile. If that is very much, several requests are added at once, each with the wait of the
   * last of them, which is the shortest.
   *
   * @param count so often
   */
  void addWaiting(Histogram waits, long waitedNs, long count) {
    waits.recordValueWithCount(waitedNs, count);
    long intervalNs = expectedIntervalNs;
    if (intervalNs == 0) {
      return; // nothing was answered yet
    }
    long atOnce = 1 + waitedNs / intervalNs / MOST_ADDED;
    long strideNs = atOnce * intervalNs;
    for (long leftNs = waitedNs - strideNs; leftNs >= intervalNs; leftNs -= strideNs) {
      waits.recordValueWithCount(leftNs, atOnce * count);
    }
  }

  Recorder recorder() {
    return recorder;
  }
}
