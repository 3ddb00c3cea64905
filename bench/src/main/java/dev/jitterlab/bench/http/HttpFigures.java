package dev.jitterlab.bench.http;

/**
 * What one generator measured, and what it took. Times are in seconds.
 *
 * @param requestsPerSecond answered
 * @param p50 of the response times; null where it was not asked for them
 * @param p99 the same
 * @param cores CPU use of the generator
 * @param serverCores CPU use of the server meanwhile
 * @param latenessP50 how late the generator itself was; null where it does not say
 * @param latenessP99 the same
 * @param failed requests without the right answer; null where it does not say
 */
record HttpFigures(
    double requestsPerSecond,
    Double p50,
    Double p99,
    double cores,
    double serverCores,
    Double latenessP50,
    Double latenessP99,
    Long failed) {
  /** A core that is as busy as this has nothing left. */
  private static final double FULL = 0.9;

  double perCore() {
    return requestsPerSecond / cores;
  }

  /** Who could not do more: generator, server, or none of them. */
  String bottleneck() {
    if (cores < FULL && serverCores < FULL) {
      return "none";
    }
    return cores >= serverCores ? "generator" : "server";
  }
}
