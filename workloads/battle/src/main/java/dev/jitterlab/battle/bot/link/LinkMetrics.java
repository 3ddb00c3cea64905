package dev.jitterlab.battle.bot.link;

import dev.jitterlab.battle.process.Meters;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;

/** What all links count together: {@code jitterlab_bot_link_packets_total}. Thread-safe. */
public final class LinkMetrics {
  final Map<LinkEvent, CounterDataPoint> up;
  final Map<LinkEvent, CounterDataPoint> down;
  final Counter socketErrors;

  /** Adds the metrics to the registry. */
  public LinkMetrics(PrometheusRegistry registry) {
    Meters meters = new Meters(registry);
    Counter packets =
        meters.counter(
            "jitterlab_bot_link_packets_total",
            "What impaired links did to packets to (up) and from (down) the servers.",
            "direction",
            "event");
    up = Meters.points(packets, LinkEvent.class, "up");
    down = Meters.points(packets, LinkEvent.class, "down");
    socketErrors =
        meters.counter(
            "jitterlab_bot_socket_errors_total",
            "Errors of the bots' sockets, such as an unreachable server.");
  }
}
