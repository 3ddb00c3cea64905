package dev.jitterlab.load;

import dev.jitterlab.tick.NanoClock;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The response times of one target, for the generator's log and its metrics: three significant
 * digits, up to an hour. Thread-safe; recording is wait-free.
 */
final class ResponseRecorder {
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final String RESPONSE = "response";
  private static final String RESPONSE_COMPENSATED = "response-compensated";

  private final String target;
  private final LongConsumer metric;
  private final Recorder recorder = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final CompensatedTimes compensated; // null for an open model, which needs none

  ResponseRecorder(String target, LongConsumer metric, CompensatedTimes compensated) {
    this.target = target;
    this.metric = metric;
    this.compensated = compensated;
  }

  static Recorder newRecorder() {
    return new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  }

  /** Takes the time of an answer, for which its client has waited. */
  void record(long responseNs) {
    waited(responseNs);
    recordDelivery(responseNs);
  }

  /** Says for how long a client has waited for all who were to get its message. */
  void waited(long waitedNs) {
    if (compensated != null) {
      compensated.waited(inRange(waitedNs));
    }
  }

  private static long inRange(long ns) {
    return Math.max(0, Math.min(HIGHEST_NS, ns));
  }

  /** Takes the time of a message to one of those who get it. */
  void recordDelivery(long responseNs) {
    long ns = inRange(responseNs);
    metric.accept(ns);
    recorder.recordValue(ns);
    if (compensated != null) {
      compensated.record(ns);
    }
  }

  /**
   * Adds what gives the times since it was last asked, by tag: lines of a log can have no commas
   * and blanks in them.
   */
  void addTo(Map<String, Supplier<Histogram>> byTag) {
    byTag.put(tag(RESPONSE), recorder::getIntervalHistogram);
    if (compensated != null) {
      byTag.put(tag(RESPONSE_COMPENSATED), compensated.recorder()::getIntervalHistogram);
    }
  }

  /** Adds what gives how long the answers have been waited for that have not come, by tag. */
  void addWaiting(
      Map<String, Supplier<Histogram>> byTag, Iterable<RequestsOut> out, NanoClock clock) {
    byTag.put(
        WaitingTimes.TAG_PREFIX + tag(RESPONSE),
        new WaitingTimes(out, clock, SIGNIFICANT_DIGITS, Histogram::recordValueWithCount));
    if (compensated != null) {
      byTag.put(
          WaitingTimes.TAG_PREFIX + tag(RESPONSE_COMPENSATED),
          new WaitingTimes(out, clock, SIGNIFICANT_DIGITS, compensated::addWaiting));
    }
  }

  private String tag(String times) {
    return times + ";target=" + URLEncoder.encode(target, StandardCharsets.UTF_8);
  }
}
