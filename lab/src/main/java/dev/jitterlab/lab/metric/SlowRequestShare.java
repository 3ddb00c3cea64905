package dev.jitterlab.lab.metric;

import java.util.List;

/**
 * The share of slow requests among those that a server answered, as Jitterlab's agent counts both
 * inside it ({@code workload.server.requests}). It is a figure of lateness also where the load is a
 * command of the user's that records no response times. A request counts from its arrival in the
 * server: what waited outside, or was never sent because the server stood still, is not in it.
 */
public final class SlowRequestShare implements MetricProvider {
  /** That share. */
  public static final Metric RATIO =
      Metric.of("requests_slow_ratio", "Slow requests", Unit.RATIO)
          .compared("share of slow requests", "has fewer slow requests")
          .optional()
          .shownFirst()
          .read(
              Pooling.share(
                  server ->
                      Share.of(
                          server.increase("jitterlab_agent_slow_requests_total"),
                          server
                              .increase("jitterlab_agent_requests_total")
                              .filter(all -> all > 0))));

  @Override
  public List<Metric> metrics() {
    return List.of(RATIO);
  }
}
