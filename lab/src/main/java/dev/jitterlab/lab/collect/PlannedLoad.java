package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.Optional;

/**
 * What the plan of the load had for a server while it was measured. Immutable.
 *
 * @param requests how many were due
 * @param seconds in which time; above 0
 */
public record PlannedLoad(double requests, double seconds) {
  /** What the plan of the load asks for, players × rate × time: no server can move it. */
  public static final String REQUESTS = "jitterlab_load_planned_total";

  /**
   * The time at which those were counted. A generator that answers a scrape late counts later than
   * the sample says, at a cold start by more than a second.
   */
  static final String SECONDS = "jitterlab_load_planned_seconds_total";

  /**
   * Looks it up; empty where the counter was not sampled, or nothing was measured.
   *
   * @param requests the counter, {@link #REQUESTS} or {@link LoadDeviation#OFFERED}
   * @param load the load process
   */
  public static Optional<PlannedLoad> of(
      SamplesReader samples,
      String requests,
      String load,
      String serverId,
      MeasuredWindows windows) {
    String labels = LoadDeviation.labels(serverId);
    double seconds =
        samples
            .increase(load, SECONDS, labels, windows)
            .filter(counted -> counted > 0)
            .orElse(windows.seconds()); // a generator that does not count them
    return seconds <= 0
        ? Optional.empty()
        : samples
            .increase(load, requests, labels, windows)
            .map(counted -> new PlannedLoad(counted, seconds));
  }

  /** Requests per second. */
  public double perSecond() {
    return requests / seconds;
  }
}
