package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.EndedRequests;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What became of the requests of each step of the load's journeys that were due in the measured
 * time, as the load counted them. Immutable.
 *
 * @param bySteps {@code journey/step} to outcome to the number of requests; only outcomes that
 *     occurred
 */
public record StepOutcomes(Map<String, Map<String, Long>> bySteps) {
  /** Of a load that counts none. */
  public static final StepOutcomes NONE = new StepOutcomes(Map.of());

  /** The outcome of a request that was answered as its step expects. */
  public static final String OK = "ok";

  private static final String REQUESTS = "jitterlab_load_step_requests_total";

  /** Of these servers together; a step that none of them was asked for is absent. */
  static StepOutcomes of(SamplesReader samples, List<Placed> servers) {
    Map<String, Map<String, Long>> bySteps = new TreeMap<>();
    for (Placed server : servers) {
      String load = Evidence.loadId(server.block().number());
      SeriesSelector ofServer =
          new SeriesSelector(REQUESTS, List.of(LoadDeviation.labels(server.id())));
      Optional<MeasuredWindows> measured = MeasuredWindows.of(server.times(), server.id());
      if (measured.isPresent()) {
        EndedRequests ended =
            EndedRequests.of(samples, load, server.id(), server.times(), measured.get());
        for (String labels : samples.labelSets(load, ofServer)) {
          Optional<String> step = SeriesSelector.value(labels, "step");
          Optional<String> outcome = SeriesSelector.value(labels, "outcome");
          long requests =
              ended.increase(samples, load, REQUESTS, labels).map(Math::round).orElse(0L);
          if (requests > 0 && step.isPresent() && outcome.isPresent()) {
            bySteps
                .computeIfAbsent(step.get(), _ -> new TreeMap<>())
                .merge(outcome.get(), requests, Long::sum);
          }
        }
      }
    }
    return new StepOutcomes(bySteps);
  }

  /** Whether no step was asked for. */
  public boolean isEmpty() {
    return bySteps.isEmpty();
  }

  /** How many requests of the step ended so. */
  public long count(String step, String outcome) {
    return bySteps.getOrDefault(step, Map.of()).getOrDefault(outcome, 0L);
  }

  /** How many requests of the step were due. */
  public long requests(String step) {
    return bySteps.getOrDefault(step, Map.of()).values().stream().mapToLong(Long::longValue).sum();
  }
}
