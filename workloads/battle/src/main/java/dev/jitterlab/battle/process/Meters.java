package dev.jitterlab.battle.process;

import dev.jitterlab.battle.Labelled;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** Makes the counters and gauges of one registry. What it makes is thread-safe. */
public final class Meters {
  private final PrometheusRegistry registry;

  /** Registers there what it makes. */
  public Meters(PrometheusRegistry registry) {
    this.registry = registry;
  }

  /** Makes a gauge with labels of those names. */
  public Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  /** Makes a counter with labels of those names. */
  public Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  /** Makes a histogram with these upper bounds, and with labels of those names. */
  public Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .classicOnly()
        .classicUpperBounds(bounds)
        .register(registry);
  }

  /** Makes a counter for each constant, by a label of that name; all of them begin at 0. */
  public <E extends Enum<E> & Labelled> Map<E, CounterDataPoint> counters(
      String name, String help, String label, Class<E> constants) {
    return points(counter(name, help, label), constants);
  }

  /**
   * Returns a counter's data point of each constant.
   *
   * @param before the values of the labels before the last, which is the constant's
   */
  public static <E extends Enum<E> & Labelled> Map<E, CounterDataPoint> points(
      Counter counter, Class<E> constants, String... before) {
    Map<E, CounterDataPoint> points = new EnumMap<>(constants);
    for (E each : constants.getEnumConstants()) {
      String[] values = Arrays.copyOf(before, before.length + 1); // the counter keeps it
      values[before.length] = each.label();
      points.put(each, counter.labelValues(values));
    }
    return points;
  }
}
