package dev.jitterlab.battle.bot.link;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;

/** What all links count together: {@code jitterlab_bot_link_packets_total}. Thread-safe. */
public final class LinkMetrics {
  private final Map<LinkEvent, CounterDataPoint> up = new EnumMap<>(LinkEvent.class);
  private final Map<LinkEvent, CounterDataPoint> down = new EnumMap<>(LinkEvent.class);
  private final Counter errors;

  /** Adds the metrics to the registry. */
  public LinkMetrics(PrometheusRegistry registry) {
    Counter packets =
        Counter.builder()
            .name("jitterlab_bot_link_packets_total")
            .help("What impaired links did to packets to (up) and from (down) the servers.")
            .labelNames("direction", "event")
            .register(registry);
    for (LinkEvent event : LinkEvent.values()) {
      up.put(event, packets.labelValues("up", event.label()));
      down.put(event, packets.labelValues("down", event.label()));
    }
    errors =
        Counter.builder()
            .name("jitterlab_bot_socket_errors_total")
            .help("Errors of the bots' sockets, such as an unreachable server.")
            .register(registry);
  }

  /** Returns the counters of packets to the servers. */
  Map<LinkEvent, CounterDataPoint> up() {
    return up;
  }

  /** Returns the counters of packets from the servers. */
  Map<LinkEvent, CounterDataPoint> down() {
    return down;
  }

  void socketError() {
    errors.inc();
  }
}
