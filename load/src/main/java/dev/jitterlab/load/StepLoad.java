package dev.jitterlab.load;

import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.tick.NanoClock;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * The requests of one step of a journey to one target: what became of them, and how long they took,
 * to two significant digits, since there may be many steps. Thread-safe.
 */
public final class StepLoad {
  private static final long HIGHEST_NS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 2;

  private final Target target;
  private final String name;
  private final Recorder times = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final CountsByKind<RequestOutcome> outcomes = new CountsByKind<>(RequestOutcome.class);
  private final RequestsOut out = new RequestsOut(Integer.MAX_VALUE); // the target has a bound

  StepLoad(Target target, String name) {
    this.target = target;
    this.name = name;
  }

  /** Returns its name, as {@code journey/step}. */
  public String name() {
    return name;
  }

  /**
   * Says that a request of the step goes out.
   *
   * @param dueNs from when its response time counts
   * @return its place among those that are out, for {@link #ended(int, RequestOutcome, long)}
   */
  public int began(long dueNs) {
    return out.begin(dueNs);
  }

  /** Says what became of a request that went out. */
  public void ended(int place, RequestOutcome outcome, long responseNs) {
    out.end(place);
    ended(outcome, responseNs);
  }

  /**
   * Says what became of a request of the step that was never out. As of all requests, those that
   * were answered and those that timed out have a response time.
   */
  public void ended(RequestOutcome outcome, long responseNs) {
    outcomes.count(outcome);
    if (outcome.hasTime()) {
      times.recordValue(Math.max(0, Math.min(HIGHEST_NS, responseNs)));
    }
  }

  /** Returns how many requests ended so. */
  public long ended(RequestOutcome outcome) {
    return outcomes.of(outcome);
  }

  Target target() {
    return target;
  }

  /** Adds what gives its response times, and how long answers are waited for, by tag. */
  void addTo(Map<String, Supplier<Histogram>> byTag, NanoClock clock) {
    String tag = "step;target=" + encoded(target.id()) + ";step=" + encoded(name);
    byTag.put(tag, times::getIntervalHistogram);
    byTag.put(
        WaitingTimes.TAG_PREFIX + tag,
        new WaitingTimes(List.of(out), clock, SIGNIFICANT_DIGITS, Histogram::recordValueWithCount));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
