package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.Units;
import java.util.List;
import java.util.Optional;

/**
 * How many ticks with a total were measured, of which the late ones are a share; of a group, in all
 * its instances.
 */
public final class TickCount implements MetricProvider {
  /** It. */
  public static final Metric METRIC =
      Metric.of("ticks", "Ticks", Unit.NUMBER)
          .ofTicks()
          .read(Pooling.count(server -> Optional.of(ticks(server))));

  @Override
  public List<Metric> metrics() {
    return List.of(METRIC);
  }

  /** As text, with a space between thousands; a dash for null. */
  public static String show(MetricValues values) {
    Double ticks = METRIC.in(values);
    return ticks == null ? Units.NONE : Units.count(Math.round(ticks));
  }

  /** Without samples, how many were logged. */
  private static double ticks(MeasuredInstance server) {
    return LateTicks.total(server).map(Math::round).orElse(server.ticks().count());
  }
}
