package dev.jitterlab.observer;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Makes snapshots of figures that are kept elsewhere and read when a scrape asks. Thread-safe. */
public final class Snapshots {
  private Snapshots() {}

  /** A counter of one series, without labels. */
  public static CounterSnapshot counter(String name, String help, Number value) {
    return counter(name, help, List.of(value), any -> Labels.EMPTY, Number::doubleValue);
  }

  /** A counter with a series for each key. */
  public static <K> CounterSnapshot counter(
      String name,
      String help,
      Collection<K> keys,
      Function<K, Labels> labels,
      ToDoubleFunction<K> value) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    for (K key : keys) {
      counter.dataPoint(
          new CounterDataPointSnapshot(value.applyAsDouble(key), labels.apply(key), null, 0));
    }
    return counter.build();
  }

  /** A counter with a series for each value of a label. */
  public static CounterSnapshot counter(
      String name, String help, String label, Map<String, ? extends Number> values) {
    return counter(
        name,
        help,
        values.keySet(),
        key -> Labels.of(label, key),
        key -> values.get(key).doubleValue());
  }

  /** A gauge of one series, without labels. */
  public static GaugeSnapshot gauge(String name, String help, Number value) {
    return gauge(name, help, List.of(value), any -> Labels.EMPTY, Number::doubleValue);
  }

  /** A gauge with a series for each key. */
  public static <K> GaugeSnapshot gauge(
      String name,
      String help,
      Collection<K> keys,
      Function<K, Labels> labels,
      ToDoubleFunction<K> value) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
    for (K key : keys) {
      gauge.dataPoint(
          new GaugeDataPointSnapshot(value.applyAsDouble(key), labels.apply(key), null));
    }
    return gauge.build();
  }
}
