package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.Optional;

/**
 * When the requests came to an end that were due while a server was measured. Mostly that is while
 * it was measured. Where the load goes from server to server, some end only after the slice in
 * which they were due, and the guards around it send some more. So all that ended until the next
 * slice counts, by the part of the requests that were sent within the slices. Immutable.
 *
 * @param windows when they ended
 * @param share of what ended then
 */
public record EndedRequests(MeasuredWindows windows, double share) {
  private static final String SENT = "jitterlab_load_sent_total";

  /**
   * Those of a server.
   *
   * @param load the source of its load's counters
   * @param measured when the server was measured
   */
  public static EndedRequests of(
      SamplesReader samples,
      String load,
      String server,
      BlockTimes block,
      MeasuredWindows measured) {
    if (!block.wasRotated()) {
      return new EndedRequests(measured, 1);
    }
    MeasuredWindows longer = measured.untilNext(block.measuredTo());
    String labels = LoadDeviation.labels(server);
    Optional<Double> within = samples.increase(load, SENT, labels, measured);
    Optional<Double> all = samples.increase(load, SENT, labels, longer).filter(sent -> sent > 0);
    return new EndedRequests(
        longer, all.flatMap(sent -> within.map(some -> Math.min(1, some / sent))).orElse(1.0));
  }

  /** By how much a counter of the load grew for them. */
  public Optional<Double> increase(
      SamplesReader samples, String load, String metric, String labels) {
    return samples.increase(load, metric, labels, windows).map(ended -> ended * share);
  }
}
