package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The response times of one server, as a load generator recorded them while it was measured.
 * Immutable.
 *
 * @param distributions those that were recorded; none of them is empty
 * @param medians the median response time of every interval of the log, also before and after the
 *     measured time; without intervals that have no answer
 * @param steps the response times of each step of the load's journeys, by {@code journey/step}
 */
public record MeasuredResponses(
    Map<ResponseMetric, Distribution> distributions,
    List<TimedValue> medians,
    Map<String, Distribution> steps) {
  /** Of a server whose load generator records none. */
  public static final MeasuredResponses NONE = new MeasuredResponses(Map.of(), List.of(), Map.of());

  /** Takes the figures as they are. */
  public MeasuredResponses {
    distributions = Map.copyOf(distributions);
    medians = List.copyOf(medians);
    steps = Map.copyOf(steps);
  }

  /** Whether a tag's values are response times. */
  static boolean isOfResponses(String tag) {
    return ResponseTag.of(tag).isPresent() || StepTag.of(tag).isPresent();
  }

  /** Takes up one line of response times after the other. */
  static final class Reading {
    private final Map<String, Map<ResponseMetric, DistributionSum>> sums = new HashMap<>();
    private final Map<String, List<TimedValue>> medians = new HashMap<>();
    private final Map<String, SortedMap<String, DistributionSum>> steps = new HashMap<>();

    /**
     * Takes up a line.
     *
     * @param windows server id to when it was measured; null for one that never was
     */
    void add(TaggedInterval line, Function<String, MeasuredWindows> windows) {
      if (line.values().isEmpty()) {
        return;
      }
      Optional<StepTag> step = StepTag.of(line.tag());
      if (step.isPresent()) {
        addStep(step.get(), line, windows.apply(step.get().server()));
        return;
      }
      ResponseTag tag = ResponseTag.of(line.tag()).orElseThrow();
      if (tag.metric() == ResponseMetric.RESPONSE) {
        medians.computeIfAbsent(tag.server(), _ -> new ArrayList<>()).add(TimedValue.median(line));
      }
      MeasuredWindows measured = windows.apply(tag.server());
      if (measured != null && measured.holds(line.window(), line.values())) {
        sums.computeIfAbsent(tag.server(), _ -> new EnumMap<>(ResponseMetric.class))
            .computeIfAbsent(tag.metric(), _ -> new DistributionSum())
            .add(line.values());
      }
    }

    private void addStep(StepTag step, TaggedInterval line, MeasuredWindows measured) {
      if (measured != null && measured.holds(line.window(), line.values())) {
        steps
            .computeIfAbsent(step.server(), _ -> new TreeMap<>())
            .computeIfAbsent(step.step(), _ -> new DistributionSum())
            .add(line.values());
      }
    }

    Map<String, MeasuredResponses> responses() {
      Map<String, MeasuredResponses> responses = new HashMap<>();
      medians.forEach(
          (id, series) ->
              responses.put(
                  id,
                  of(
                      sums.getOrDefault(id, Map.of()),
                      series,
                      steps.getOrDefault(id, Collections.emptySortedMap()))));
      return responses;
    }
  }

  private static MeasuredResponses of(
      Map<ResponseMetric, DistributionSum> sums,
      List<TimedValue> medians,
      SortedMap<String, DistributionSum> steps) {
    Map<ResponseMetric, Distribution> distributions = new EnumMap<>(ResponseMetric.class);
    sums.forEach((metric, sum) -> distributions.put(metric, sum.sum()));
    Map<String, Distribution> ofSteps = new HashMap<>();
    steps.forEach((step, sum) -> ofSteps.put(step, sum.sum()));
    return new MeasuredResponses(distributions, medians, ofSteps);
  }

  /** The values of one metric; empty where they were not recorded. */
  public Distribution of(ResponseMetric metric) {
    return distributions.getOrDefault(metric, Distribution.empty());
  }

  /** Those of a step, as {@code journey/step}; empty where they were not recorded. */
  public Distribution step(String name) {
    return steps.getOrDefault(name, Distribution.empty());
  }

  /** Whether nothing was recorded while it was measured. */
  public boolean isEmpty() {
    return distributions.isEmpty();
  }

  /**
   * Whether the generator's clients wait for answers: only then is there anything to compensate.
   */
  public boolean isClosedModel() {
    return distributions.containsKey(ResponseMetric.COMPENSATED);
  }
}
