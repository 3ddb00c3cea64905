package dev.jitterlab.lab.ticks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * @param waiting how long those had waited at the least that were due by the end of the measured
 *     time and had not ended by the end of the log; none where the load generator does not log it
 * @param waitingSteps the same of each step
 * @param coveredSeconds for how long the lines of its answers, also those without any, cover the
 *     measured time; 0 where nothing is known
 */
public record MeasuredResponses(
    Map<ResponseMetric, Distribution> distributions,
    List<TimedValue> medians,
    Map<String, Distribution> steps,
    Map<ResponseMetric, Distribution> waiting,
    Map<String, Distribution> waitingSteps,
    double coveredSeconds) {
  /** Of a server whose load generator records none. */
  public static final MeasuredResponses NONE =
      new MeasuredResponses(Map.of(), List.of(), Map.of(), Map.of(), Map.of(), 0);

  /** Before the tag of response times: how long those wait that have not ended. */
  private static final String WAITING = "waiting-";

  /** Takes the figures as they are. */
  public MeasuredResponses {
    distributions = Map.copyOf(distributions);
    medians = List.copyOf(medians);
    steps = Map.copyOf(steps);
    waiting = Map.copyOf(waiting);
    waitingSteps = Map.copyOf(waitingSteps);
  }

  /** Whether a tag's values are response times, or how long requests wait. */
  static boolean isOfResponses(String tag) {
    String times = tag.startsWith(WAITING) ? tag.substring(WAITING.length()) : tag;
    return ResponseTag.of(times).isPresent() || StepTag.of(times).isPresent();
  }

  /** Takes up one line of response times after the other. */
  static final class Reading {
    private final Map<String, Map<ResponseMetric, DistributionSum>> sums = new HashMap<>();
    private final Map<String, List<TimedValue>> medians = new HashMap<>();
    private final Map<String, SortedMap<String, DistributionSum>> steps = new HashMap<>();
    private final Map<String, Map<ResponseMetric, Distribution>> waiting = new HashMap<>();
    private final Map<String, Map<String, Distribution>> waitingSteps = new HashMap<>();
    private final Map<String, Double> coveredSeconds = new HashMap<>();

    /**
     * Takes up a line.
     *
     * @param windows server id to when it was measured; null for one that never was
     */
    void add(TaggedInterval line, Function<String, MeasuredWindows> windows) {
      if (line.tag().startsWith(WAITING)) {
        addWaiting(line.tag().substring(WAITING.length()), line, windows);
        return;
      }
      Optional<StepTag> step = StepTag.of(line.tag());
      if (step.isPresent()) {
        addStep(step.get(), line, windows.apply(step.get().server()));
        return;
      }
      ResponseTag tag = ResponseTag.of(line.tag()).orElseThrow();
      MeasuredWindows measured = windows.apply(tag.server());
      if (measured != null && tag.metric() == ResponseMetric.RESPONSE) {
        double more = measured.covered(line.window(), line.values());
        coveredSeconds.merge(tag.server(), more, Double::sum);
      }
      if (line.values().isEmpty()) {
        return;
      }
      if (tag.metric() == ResponseMetric.RESPONSE) {
        medians.computeIfAbsent(tag.server(), _ -> new ArrayList<>()).add(TimedValue.median(line));
      }
      if (measured != null && measured.holds(line.window(), line.values())) {
        sums.computeIfAbsent(tag.server(), _ -> new EnumMap<>(ResponseMetric.class))
            .computeIfAbsent(tag.metric(), _ -> new DistributionSum())
            .add(line.values());
      }
    }

    private void addStep(StepTag step, TaggedInterval line, MeasuredWindows measured) {
      if (measured != null
          && !line.values().isEmpty()
          && measured.holds(line.window(), line.values())) {
        steps
            .computeIfAbsent(step.server(), _ -> new TreeMap<>())
            .computeIfAbsent(step.step(), _ -> new DistributionSum())
            .add(line.values());
      }
    }

    /** Each line replaces the one before: what has ended meanwhile has a response time. */
    private void addWaiting(
        String tag, TaggedInterval line, Function<String, MeasuredWindows> windows) {
      Optional<StepTag> step = StepTag.of(tag);
      String server =
          step.map(StepTag::server).orElseGet(() -> ResponseTag.of(tag).orElseThrow().server());
      MeasuredWindows measured = windows.apply(server);
      if (measured == null || line.window().from() < measured.from()) {
        return;
      }
      Distribution due = dueBy(measured.to(), line);
      if (step.isPresent()) {
        waitingSteps.computeIfAbsent(server, _ -> new HashMap<>()).put(step.get().step(), due);
      } else {
        waiting
            .computeIfAbsent(server, _ -> new EnumMap<>(ResponseMetric.class))
            .put(ResponseTag.of(tag).orElseThrow().metric(), due);
      }
    }

    /** The load may have gone on for a while after the measurement. */
    private static Distribution dueBy(double end, TaggedInterval line) {
      double goneOnSeconds = line.window().to() - end;
      return goneOnSeconds <= 0
          ? line.values()
          : line.values().from(Math.round(goneOnSeconds * 1e9));
    }

    Map<String, MeasuredResponses> responses() {
      Set<String> servers = new HashSet<>(medians.keySet());
      waiting.forEach(
          (id, times) -> {
            if (!times.values().stream().allMatch(Distribution::isEmpty)) {
              servers.add(id); // also one that has answered nothing
            }
          });
      Map<String, MeasuredResponses> responses = new HashMap<>();
      servers.forEach(id -> responses.put(id, responses(id)));
      return responses;
    }

    private MeasuredResponses responses(String id) {
      Map<ResponseMetric, Distribution> distributions = new EnumMap<>(ResponseMetric.class);
      sums.getOrDefault(id, Map.of())
          .forEach((metric, sum) -> distributions.put(metric, sum.sum()));
      Map<String, Distribution> ofSteps = new HashMap<>();
      steps
          .getOrDefault(id, Collections.emptySortedMap())
          .forEach((step, sum) -> ofSteps.put(step, sum.sum()));
      return new MeasuredResponses(
          distributions,
          medians.getOrDefault(id, List.of()),
          ofSteps,
          waiting.getOrDefault(id, Map.of()),
          waitingSteps.getOrDefault(id, Map.of()),
          coveredSeconds.getOrDefault(id, 0.0));
    }
  }

  /** The values of one metric; empty where they were not recorded. */
  public Distribution of(ResponseMetric metric) {
    return distributions.getOrDefault(metric, Distribution.empty());
  }

  /** Those of a step, as {@code journey/step}; empty where they were not recorded. */
  public Distribution step(String name) {
    return steps.getOrDefault(name, Distribution.empty());
  }

  /** How long those had waited that had not ended; empty where there were none. */
  public Distribution waiting(ResponseMetric metric) {
    return waiting.getOrDefault(metric, Distribution.empty());
  }

  /** How long those of a step had waited that had not ended; empty where there were none. */
  public Distribution waitingStep(String name) {
    return waitingSteps.getOrDefault(name, Distribution.empty());
  }

  /**
   * How many of the requests that were counted in all of the measured time belong beside the
   * recorded ones. Lines cover whole seconds, which may be two of a slice of three; a counter has
   * all three. Of requests that were counted at least one belongs there.
   *
   * @param measured when the server was measured
   */
  public double besideLines(double counted, MeasuredWindows measured) {
    return coveredSeconds == 0
        ? counted
        : Math.min(counted, Math.max(1, counted * coveredSeconds / measured.seconds()));
  }

  /** Whether nothing was recorded while it was measured. */
  public boolean isEmpty() {
    return distributions.isEmpty();
  }

  /**
   * Whether the generator's clients wait for answers: only then is there anything to compensate.
   */
  public boolean isClosedModel() {
    return distributions.containsKey(ResponseMetric.COMPENSATED)
        || !waiting(ResponseMetric.COMPENSATED).isEmpty();
  }
}
