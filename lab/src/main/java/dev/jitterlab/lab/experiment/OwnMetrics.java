package dev.jitterlab.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The metrics that an experiment has beside those of every experiment. Immutable.
 *
 * @param scraped what the author makes of what the servers expose
 * @param capacity asks for the greatest load; null where the author does not ask
 */
public record OwnMetrics(List<ScrapedMetric> scraped, CapacityQuestion capacity) {
  /** No metrics of its own. */
  public static final OwnMetrics NONE = new OwnMetrics(List.of(), null);

  /** Takes them as they are; what older files lack is empty. */
  public OwnMetrics {
    scraped = scraped == null ? List.of() : List.copyOf(scraped);
  }

  /** Those of which the other has one of the same name. */
  public OwnMetrics inCommonWith(OwnMetrics other) {
    return new OwnMetrics(
        scraped.stream().filter(metric -> other.scraped(metric.name()).isPresent()).toList(),
        other.capacity == null ? null : capacity);
  }

  /** Their keys in summary.json. */
  public List<String> keys() {
    List<String> keys = new ArrayList<>(scraped.stream().map(ScrapedMetric::name).toList());
    if (capacity != null) {
      keys.add(CapacityQuestion.KEY);
    }
    return keys;
  }

  /** The scraped metric of that name. */
  public Optional<ScrapedMetric> scraped(String name) {
    return scraped.stream().filter(metric -> metric.name().equals(name)).findFirst();
  }
}
