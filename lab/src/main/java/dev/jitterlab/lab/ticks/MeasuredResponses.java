package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The response times of one server, as a load generator recorded them while it was measured.
 * Immutable.
 *
 * @param distributions those that were recorded; none of them is empty
 * @param medians the median response time of every interval of the log, also before and after the
 *     measured time; without intervals that have no answer
 */
public record MeasuredResponses(
    Map<ResponseMetric, Distribution> distributions, List<TimedValue> medians) {
  /** Of a server whose load generator records none. */
  public static final MeasuredResponses NONE = new MeasuredResponses(Map.of(), List.of());

  /** Takes the figures as they are. */
  public MeasuredResponses {
    distributions = Map.copyOf(distributions);
    medians = List.copyOf(medians);
  }

  /** Whether a tag's values are response times. */
  static boolean isOfResponses(String tag) {
    return ResponseTag.of(tag).isPresent();
  }

  /** Takes up one line of response times after the other. */
  static final class Reading {
    private final Map<String, Map<ResponseMetric, DistributionSum>> sums = new HashMap<>();
    private final Map<String, List<TimedValue>> medians = new HashMap<>();

    /**
     * Takes up a line.
     *
     * @param windows server id to when it was measured; null for one that never was
     */
    void add(TaggedInterval line, Function<String, MeasuredWindows> windows) {
      if (line.values().isEmpty()) {
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

    Map<String, MeasuredResponses> responses() {
      Map<String, MeasuredResponses> responses = new HashMap<>();
      medians.forEach(
          (id, series) -> responses.put(id, of(sums.getOrDefault(id, Map.of()), series)));
      return responses;
    }
  }

  private static MeasuredResponses of(
      Map<ResponseMetric, DistributionSum> sums, List<TimedValue> medians) {
    Map<ResponseMetric, Distribution> distributions = new EnumMap<>(ResponseMetric.class);
    sums.forEach((metric, sum) -> distributions.put(metric, sum.sum()));
    return new MeasuredResponses(distributions, medians);
  }

  /** The values of one metric; empty where they were not recorded. */
  public Distribution of(ResponseMetric metric) {
    return distributions.getOrDefault(metric, Distribution.empty());
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
