package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.Allocations;
import java.util.List;

/** How large the objects are that a server asks its heap for ({@link Allocations}). */
public final class RequestedObjects implements MetricProvider {
  /** Below it, by IBM's measurements, are more than 99 % of all requests. */
  static final long SMALL_BYTES = 512;

  /** The share of small ones: of the requests, not of their bytes. */
  public static final Metric SMALL =
      Metric.of("objects_small_ratio", "Share of requested objects up to 512 B", Unit.RATIO)
          .compared("share of requested objects up to 512 B", "asks for fewer small objects")
          .optional()
          .read(
              Pooling.shareOfAmounts(
                  server ->
                      Allocations.requests(server.folder(), server.windows(), SMALL_BYTES)
                          .map(found -> new Share(found.small(), found.all()))));

  @Override
  public List<Metric> metrics() {
    return List.of(SMALL);
  }
}
