package dev.jitterlab.load;

import dev.jitterlab.tick.NanoClock;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * For the log, beside each line of response times: how long every answer that has not come was
 * waited for at the line's end. A reader of the log takes the last of these lines. Without them a
 * server that hangs until the end of a measurement would have the response times of what it had
 * answered before. For one thread at a time.
 */
final class WaitingTimes implements Supplier<Histogram> {
  /** Before the tag of the response times. */
  static final String TAG_PREFIX = "waiting-";

  private static final long HIGHEST_NS = 3_600_000_000_000L;

  private final Iterable<RequestsOut> out;
  private final NanoClock clock;
  private final int significantDigits;
  private final Recording recording;
  private long fromMs = System.currentTimeMillis();

  /** Puts a wait into a histogram. */
  @FunctionalInterface
  interface Recording {
    /** Puts it there, so often. */
    void record(Histogram waits, long waitedNs, long count);
  }

  /**
   * Creates a source of lines.
   *
   * @param out whose requests; asked again for each line
   * @param recording by {@link Histogram#recordValueWithCount} unless there is something to add
   */
  WaitingTimes(
      Iterable<RequestsOut> out, NanoClock clock, int significantDigits, Recording recording) {
    this.out = out;
    this.clock = clock;
    this.significantDigits = significantDigits;
    this.recording = recording;
  }

  @Override
  public Histogram get() {
    long nowNs = clock.nanoTime();
    Histogram waits = new Histogram(significantDigits);
    for (RequestsOut requests : out) {
      requests.ages(
          nowNs, (ageNs, answers) -> recording.record(waits, Math.min(HIGHEST_NS, ageNs), answers));
    }
    long toMs = System.currentTimeMillis();
    waits.setStartTimeStamp(fromMs);
    waits.setEndTimeStamp(toMs);
    fromMs = toMs;
    return waits;
  }
}
