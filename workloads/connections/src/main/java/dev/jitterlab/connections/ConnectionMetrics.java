package dev.jitterlab.connections;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A server as Prometheus metrics: {@code jitterlab_connections}, {@code
 * jitterlab_connections_accepted_total}, {@code _refused_total{reason}}, {@code
 * _closed_total{reason}}, {@code _accepted_per_second}, {@code
 * _accepted_per_second_without_measuring}, {@code jitterlab_connection_bytes{part}} with {@code
 * _low} and {@code _high}, {@code jitterlab_broadcast_seconds{quantile}}, {@code
 * jitterlab_broadcast_readers_total}.
 */
final class ConnectionMetrics implements MultiCollector {
  private static final List<Footprint.Part> PARTS = List.of(Footprint.Part.values());
  private static final List<String> QUANTILES = List.of("0.5", "0.99", "1");

  private final House house;

  private ConnectionMetrics(House house) {
    this.house = house;
  }

  static void register(PrometheusRegistry registry, House house) {
    registry.register(new ConnectionMetrics(house));
  }

  @Override
  public MetricSnapshots collect() {
    ServerCounts counts = house.counts();
    List<Footprint.Part> known = house.footprint().steps() > 2 ? PARTS : List.of();
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_connections", "Connections now.", counts.open.get()),
        Snapshots.gauge(
            "jitterlab_connections_silent",
            "Connections that have not said hello.",
            counts.silent.get()),
        Snapshots.counter(
            "jitterlab_connections_accepted", "Connections taken in.", counts.accepted.sum()),
        Snapshots.gauge(
            "jitterlab_connections_accepted_per_second",
            "Connections taken in and greeted, from the first to the last.",
            counts.acceptedPerSecond()),
        Snapshots.gauge(
            "jitterlab_connections_accepted_per_second_without_measuring",
            "The same, without the time in which the server measured itself.",
            counts.acceptedPerSecondWithoutMeasuring()),
        Snapshots.counter(
            "jitterlab_connections_refused",
            "Connections not taken in.",
            "reason",
            counts.refused()),
        Snapshots.counter(
            "jitterlab_connections_closed", "Connections given up.", "reason", counts.closed()),
        Snapshots.counter("jitterlab_messages", "Messages sent back.", counts.messages.sum()),
        Snapshots.counter("jitterlab_broadcasts", "Broadcasts begun.", counts.broadcasts.sum()),
        bytes("", "What a connection adds, by the slope over the steps.", known, Slope::value),
        bytes("_low", "Lower end of its 95 % interval.", known, Slope::low),
        bytes("_high", "Upper end of its 95 % interval.", known, Slope::high),
        Snapshots.counter(
            "jitterlab_broadcast_readers",
            "Readers who told when a broadcast reached them.",
            house.times().count()),
        Snapshots.gauge(
            "jitterlab_broadcast_seconds",
            "From the begin of a broadcast to its readers.",
            QUANTILES,
            quantile -> Labels.of("quantile", quantile),
            quantile -> house.times().seconds(Double.parseDouble(quantile))));
  }

  private GaugeSnapshot bytes(
      String suffix, String help, List<Footprint.Part> known, ToDoubleFunction<Slope> figure) {
    return Snapshots.gauge(
        "jitterlab_connection_bytes" + suffix,
        help,
        known,
        part -> Labels.of("part", part.word()),
        part -> figure.applyAsDouble(house.footprint().slope(part)));
  }
}
