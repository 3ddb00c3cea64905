package dev.jitterlab.load;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Recorder;

/**
 * What the response times of a closed model would have been, had its clients kept their pace: an
 * estimate. A client that waits for a slow answer sends nothing meanwhile; each request that it
 * would have sent, one every expected interval, is recorded with what was left of the wait
 * (HdrHistogram's correction of coordinated omission). The expected interval is the think time and
 * the median response time so far, which stalls hardly move. Thread-safe.
 */
final class CompensatedTimes {
  /** The median changes little; this often it is looked up again. */
  private static final long MEDIAN_EVERY = 64;

  /** Bounds the work for one answer. */
  private static final long LEAST_INTERVAL_NS = 10_000;

  private final long thinkNs;
  private final Recorder recorder = ResponseRecorder.newRecorder();
  private final AtomicHistogram all = new AtomicHistogram(1, 3_600_000_000_000L, 2);
  private final AtomicLong count = new AtomicLong();
  private volatile long expectedIntervalNs;

  CompensatedTimes(long thinkNs) {
    this.thinkNs = thinkNs;
  }

  void record(long responseNs) {
    all.recordValue(responseNs);
    long number = count.incrementAndGet();
    if (number <= MEDIAN_EVERY || number % MEDIAN_EVERY == 0) {
      expectedIntervalNs = Math.max(LEAST_INTERVAL_NS, thinkNs + all.getValueAtPercentile(50));
    }
    recorder.recordValueWithExpectedInterval(responseNs, expectedIntervalNs);
  }

  Recorder recorder() {
    return recorder;
  }
}
