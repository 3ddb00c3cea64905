package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What one instance measured. Immutable.
 *
 * @param id the instance
 * @param readings what it has of each metric; without those that were not recorded
 * @param doubtful metrics of which it may have deserved a worse figure
 */
record InstanceFigures(String id, Map<Metric, Object> readings, Predicate<Metric> doubtful) {
  /** One without a doubt. */
  InstanceFigures(String id, Map<Metric, Object> readings) {
    this(id, readings, _ -> false);
  }

  /** The same figures, which are only bounds of those metrics. */
  InstanceFigures doubted(Predicate<Metric> metrics) {
    return new InstanceFigures(id, readings, doubtful.or(metrics));
  }

  /** The figures of a server; empty if it measured nothing that it should have. */
  static Optional<InstanceFigures> of(
      Evidence.MeasuredProcess server, Evidence evidence, Metrics metrics) {
    MeasuredServer measured = new MeasuredServer(server, evidence);
    if (measured.ticks().isEmpty()
        && evidence.plan().hasTicks()
        && measured.responses().isEmpty()) {
      return Optional.empty();
    }
    Map<Metric, Object> readings = new HashMap<>();
    for (Metric metric : metrics.all()) {
      metric.read(measured).ifPresent(reading -> readings.put(metric, reading));
    }
    return Optional.of(new InstanceFigures(server.id(), readings));
  }

  /** One of which nothing was recorded, perhaps by its own fault. */
  static InstanceFigures nothing(String id) {
    return new InstanceFigures(id, Map.of());
  }

  /** Those of instances taken together. */
  static MetricValues values(List<InstanceFigures> instances, Metrics metrics) {
    return MetricValues.of(
        metrics.all(),
        metric -> instances.stream().flatMap(one -> one.reading(metric).stream()).toList());
  }

  /** What it has of that metric. */
  Optional<Object> reading(Metric metric) {
    return Optional.ofNullable(readings.get(metric));
  }

  /** What it has of that metric, if that can be compared. */
  Optional<Object> known(Metric metric) {
    return reading(metric).filter(metric::isKnown);
  }

  /** Whether that is a figure to compare, or a bound that says something. */
  boolean isUsable(Metric metric) {
    return (metric.needsAll() ? reading(metric) : known(metric)).isPresent();
  }

  /** Whether it may have a figure that nobody knows, perhaps the worst of its group. */
  boolean mayHide(Metric metric) {
    return doubtful.test(metric)
        || (!isUsable(metric) && reading(metric).filter(metric::hidesNothing).isEmpty());
  }

  /** The round in which it ran: the number of the instance within its group. */
  int round() {
    return Integer.parseInt(id.substring(id.lastIndexOf('/') + 1));
  }
}
