package dev.jitterlab.aggregator.upstream;

import java.util.Map;

/**
 * How a service answers: its latency's median and 99th percentile in milliseconds (log-normal), and
 * the shares of requests that it answers with an error, never answers, cuts off, or answers slowly.
 * Immutable.
 */
final class ServiceBehaviour {
  /** Standard normal quantile of 99 %. */
  private static final double Z99 = 2.3263;

  private final double medianMs;
  private final double sigma;
  private final double errors;
  private final double hangs;
  private final double cuts;
  private final double slow;
  private final double slowMs;
  private final double bytes;

  ServiceBehaviour(Map<String, Double> values) {
    medianMs = values.getOrDefault("median", 3.0);
    double p99Ms = Math.max(values.getOrDefault("p99", 12.0), medianMs);
    sigma = medianMs <= 0 ? 0 : Math.log(p99Ms / medianMs) / Z99;
    errors = values.getOrDefault("errors", 0.0);
    hangs = values.getOrDefault("hang", 0.0);
    cuts = values.getOrDefault("cut", 0.0);
    slow = values.getOrDefault("slow", 0.0);
    slowMs = values.getOrDefault("slow-ms", 1_000.0);
    bytes = values.getOrDefault("bytes", 0.0);
  }

  /** What becomes of a request. */
  enum Fate {
    ANSWERED,
    ERROR,
    CUT,
    HANGS
  }

  Fate fate(double draw) {
    if (draw < hangs) {
      return Fate.HANGS;
    }
    if (draw < hangs + cuts) {
      return Fate.CUT;
    }
    return draw < hangs + cuts + errors ? Fate.ERROR : Fate.ANSWERED;
  }

  /**
   * Returns for how long a request is worked on.
   *
   * @param slowDraw from 0 to 1: whether it is a slow one
   * @param normal from the standard normal distribution
   */
  long latencyNs(double slowDraw, double normal) {
    double ms = medianMs * Math.exp(sigma * normal) + (slowDraw < slow ? slowMs : 0);
    return (long) (Math.min(ms, 600_000) * 1e6);
  }

  /** Returns the size of an answer's text; 0 for the service's own. */
  int bytes() {
    return (int) bytes;
  }
}
