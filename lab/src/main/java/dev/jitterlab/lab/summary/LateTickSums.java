package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.summary.Summary.LateTickTime;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The sums that a server exposes of its late ticks' threads, over the measured time. Immutable.
 *
 * @param ticks how many late ticks there were
 * @param driftSeconds their drift
 * @param runQueueSeconds the part of the drift in which the thread waited for a CPU
 * @param executionSeconds their execution
 * @param executionRunQueueSeconds the part of the execution in which it waited for one
 * @param cpuSeconds the part of the execution in which it had one
 */
record LateTickSums(
    double ticks,
    double driftSeconds,
    double runQueueSeconds,
    double executionSeconds,
    double executionRunQueueSeconds,
    double cpuSeconds) {
  private static final String LATE = "sample=\"late\"";

  /** The sums of a server; empty if it does not expose them. */
  static Optional<LateTickSums> of(Evidence.MeasuredProcess server, Evidence evidence) {
    return increase(server, evidence, "drift_seconds_count")
        .map(
            ticks ->
                new LateTickSums(
                    ticks,
                    increase(server, evidence, "drift_seconds_sum").orElse(0.0),
                    increase(server, evidence, "run_queue_seconds_sum").orElse(0.0),
                    increase(server, evidence, "execution_seconds_sum").orElse(0.0),
                    increase(server, evidence, "execution_run_queue_seconds_sum").orElse(0.0),
                    increase(server, evidence, "cpu_seconds_sum").orElse(0.0)));
  }

  private static Optional<Double> increase(
      Evidence.MeasuredProcess server, Evidence evidence, String sum) {
    return evidence.increase(server.id(), "jitterlab_tick_thread_" + sum, LATE, server.window());
  }

  /** What they come to together; null if there are none. */
  static LateTickTime of(List<LateTickSums> sums) {
    if (sums.isEmpty()) {
      return null;
    }
    return new LateTickTime(
        Math.round(sum(sums, LateTickSums::ticks)),
        ratio(sums, LateTickSums::runQueueSeconds, LateTickSums::driftSeconds),
        ratio(sums, LateTickSums::executionRunQueueSeconds, LateTickSums::executionSeconds),
        ratio(sums, LateTickSums::cpuSeconds, LateTickSums::executionSeconds));
  }

  /** The sums of a scrape are not of one instant: a share may come out a little above 1. */
  private static Double ratio(
      List<LateTickSums> sums,
      ToDoubleFunction<LateTickSums> part,
      ToDoubleFunction<LateTickSums> whole) {
    double all = sum(sums, whole);
    return all > 0 ? Double.valueOf(Math.min(1, sum(sums, part) / all)) : null;
  }

  private static double sum(List<LateTickSums> sums, ToDoubleFunction<LateTickSums> figure) {
    return sums.stream().mapToDouble(figure).sum();
  }
}
