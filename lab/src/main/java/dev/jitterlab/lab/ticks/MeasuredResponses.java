package dev.jitterlab.lab.ticks;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The response times of one server, as a load generator recorded them while it was measured.
 * Immutable.
 *
 * @param distributions those that were recorded; none of them is empty
 */
public record MeasuredResponses(Map<ResponseMetric, Distribution> distributions) {
  /** Of a server whose load generator records none. */
  public static final MeasuredResponses NONE = new MeasuredResponses(Map.of());

  /** Takes the figures as they are. */
  public MeasuredResponses {
    distributions = Map.copyOf(distributions);
  }

  /**
   * Reads the part of a load generator's log that lies in the window: server id to what it recorded
   * of it. The tags are {@code response;target=<id>} and {@code response-compensated;target=<id>},
   * ids URL-encoded.
   *
   * @throws dev.jitterlab.lab.LabException if a line is not one of a log
   */
  public static Map<String, MeasuredResponses> read(Path log, Window window) {
    Reading reading = new Reading(window);
    TickLog.forEachTagged(log, MeasuredResponses::isOfResponses, reading::add);
    return reading.responses();
  }

  /** Whether a tag's values are response times. */
  static boolean isOfResponses(String tag) {
    return Tag.of(tag).isPresent();
  }

  /** Takes up one line of response times after the other. */
  static final class Reading {
    private final Window window;
    private final Map<String, Map<ResponseMetric, DistributionSum>> sums = new HashMap<>();

    Reading(Window window) {
      this.window = window;
    }

    void add(TaggedInterval line) {
      if (!line.values().isEmpty() && window.contains(line.window())) {
        Tag tag = Tag.of(line.tag()).orElseThrow();
        sums.computeIfAbsent(tag.server(), _ -> new EnumMap<>(ResponseMetric.class))
            .computeIfAbsent(tag.metric(), _ -> new DistributionSum())
            .add(line.values());
      }
    }

    Map<String, MeasuredResponses> responses() {
      Map<String, MeasuredResponses> responses = new HashMap<>();
      sums.forEach((id, byMetric) -> responses.put(id, of(byMetric)));
      return responses;
    }
  }

  /** A tag such as {@code response;target=pool%2F1}. */
  private record Tag(ResponseMetric metric, String server) {
    static Optional<Tag> of(String tag) {
      return Arrays.stream(ResponseMetric.values())
          .filter(metric -> tag.startsWith(prefix(metric)))
          .map(
              metric ->
                  new Tag(
                      metric,
                      URLDecoder.decode(
                          tag.substring(prefix(metric).length()), StandardCharsets.UTF_8)))
          .findFirst();
    }

    private static String prefix(ResponseMetric metric) {
      return metric.tag() + ";target=";
    }
  }

  private static MeasuredResponses of(Map<ResponseMetric, DistributionSum> sums) {
    Map<ResponseMetric, Distribution> distributions = new EnumMap<>(ResponseMetric.class);
    sums.forEach((metric, sum) -> distributions.put(metric, sum.sum()));
    return new MeasuredResponses(distributions);
  }

  /** The values of one metric; empty where they were not recorded. */
  public Distribution of(ResponseMetric metric) {
    return distributions.getOrDefault(metric, Distribution.empty());
  }

  /** Whether nothing was recorded. */
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
