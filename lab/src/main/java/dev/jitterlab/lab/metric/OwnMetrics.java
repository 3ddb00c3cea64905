package dev.jitterlab.lab.metric;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The metrics that an experiment has beside those of every experiment. Immutable.
 *
 * @param scraped what the author makes of what the servers expose
 * @param capacity asks for the greatest load; null where the author does not ask
 * @param steps the steps of the load's journeys, as {@code journey/step}
 */
public record OwnMetrics(
    List<ScrapedMetric> scraped, CapacityQuestion capacity, List<String> steps) {
  /** No metrics of its own. */
  public static final OwnMetrics NONE = new OwnMetrics(List.of(), null);

  /** Those of a load without journeys. */
  public OwnMetrics(List<ScrapedMetric> scraped, CapacityQuestion capacity) {
    this(scraped, capacity, List.of());
  }

  /** Takes them as they are; what older files lack is empty. */
  public OwnMetrics {
    scraped = scraped == null ? List.of() : List.copyOf(scraped);
    steps = steps == null ? List.of() : List.copyOf(steps);
  }

  /** Those of which the other has one of the same name. */
  public OwnMetrics inCommonWith(OwnMetrics other) {
    return new OwnMetrics(
        scraped.stream().filter(metric -> other.scraped(metric.name()).isPresent()).toList(),
        other.capacity == null ? null : capacity,
        steps.stream().filter(other.steps::contains).toList());
  }

  /** How they are read, compared and shown, in the order of summary.json. */
  public List<Metric> metrics() {
    return Stream.of(
            scraped.stream().map(ScrapedMetric::metric),
            Stream.ofNullable(capacity).map(CarriedLoad::metric),
            steps.stream().flatMap(StepTimes::metrics))
        .flatMap(metrics -> metrics)
        .toList();
  }

  /** Their keys. */
  public List<String> keys() {
    return metrics().stream().map(Metric::key).toList();
  }

  /** The scraped metric of that name. */
  public Optional<ScrapedMetric> scraped(String name) {
    return scraped.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }

  /** The step that the metric with that key is of. */
  public Optional<String> step(String key) {
    return steps.stream()
        .filter(step -> StepTimes.metrics(step).anyMatch(metric -> metric.key().equals(key)))
        .findFirst();
  }
}
