package dev.jitterlab.lab.metric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.jitterlab.lab.statistics.Capacity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures of an instance or a group, as summary.json has them: by key, those of a family in a
 * map of its own. What a newer version wrote is kept. Immutable.
 */
public final class MetricValues {
  /** Where an experiment's own metrics stand. */
  static final String OWN = "own";

  /** Which of them it makes of what its servers expose. */
  static final String SCRAPED = "scraped";

  /** The key of a bound that the figure is at least. */
  public static final String AT_LEAST = "at_least";

  /** The key of a bound that the figure is below. */
  public static final String BELOW = "below";

  private static final String LOAD = "load";

  private final Map<String, Object> byKey;

  /** As they were read. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public MetricValues(Map<String, Object> byKey) {
    this.byKey = byKey;
  }

  /**
   * Of instances taken together.
   *
   * @param readings what those of them have that have something
   */
  public static MetricValues of(List<Metric> metrics, Function<Metric, List<?>> readings) {
    Map<String, Object> byKey = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      List<?> found = readings.apply(metric);
      Object figure = found.isEmpty() ? null : metric.figure(found);
      if (figure != null) {
        if (metric.family().equals(OWN)) {
          var unused = inner(byKey, List.of(OWN, SCRAPED)); // even where it stays empty
        }
        List<String> path = metric.path();
        inner(byKey, path.subList(0, path.size() - 1))
            .put(path.getLast(), figure.equals(Double.NaN) ? null : figure);
      }
    }
    return new MetricValues(byKey);
  }

  /** Makes the maps that are missing; the innermost of them. */
  @SuppressWarnings("unchecked") // nothing but a map is put where the path goes on
  private static Map<String, Object> inner(Map<String, Object> byKey, List<String> path) {
    Map<String, Object> map = byKey;
    for (String key : path) {
      map =
          (Map<String, Object>) map.computeIfAbsent(key, _ -> new LinkedHashMap<String, Object>());
    }
    return map;
  }

  /** A load or a time, or what bounds it. */
  static Map<String, Object> bound(Capacity capacity) {
    String key =
        switch (capacity) {
          case Capacity.Reached _ -> LOAD;
          case Capacity.AtLeast _ -> AT_LEAST;
          case Capacity.Below _ -> BELOW;
        };
    return Map.of(key, capacity.load());
  }

  /** What is written. */
  @JsonValue
  Map<String, Object> byKey() {
    return byKey;
  }

  /** The figure with that path; null where there is none, or only a bound of it. */
  Double number(List<String> path) {
    Object found = find(path);
    return number(found instanceof Map<?, ?> bounded ? bounded.get(LOAD) : found);
  }

  /** The figure with that path, or what it is at least; null where neither is known. */
  Double atLeast(List<String> path) {
    Double figure = number(path);
    return figure == null && find(path) instanceof Map<?, ?> bounded
        ? number(bounded.get(AT_LEAST))
        : figure;
  }

  /** What the figure with that path is below; null where that is not known. */
  Double below(List<String> path) {
    return find(path) instanceof Map<?, ?> bounded ? number(bounded.get(BELOW)) : null;
  }

  private static Double number(Object figure) {
    return figure instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
  }

  /** The bound of the figure with that path, as text; null where there is none. */
  String bound(List<String> path, Unit unit) {
    if (!(find(path) instanceof Map<?, ?> bounded)) {
      return null;
    }
    Double atLeast = number(bounded.get(AT_LEAST));
    Double below = number(bounded.get(BELOW));
    return atLeast != null
        ? "≥ " + unit.format(atLeast)
        : below != null ? "< " + unit.format(below) : null;
  }

  private Object find(List<String> path) {
    Object found = byKey;
    for (String key : path) {
      found = found instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return found;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MetricValues values && byKey.equals(values.byKey);
  }

  @Override
  public int hashCode() {
    return byKey.hashCode();
  }

  @Override
  public String toString() {
    return byKey.toString();
  }
}
