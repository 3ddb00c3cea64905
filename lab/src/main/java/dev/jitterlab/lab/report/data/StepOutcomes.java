package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.EndedRequests;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.run.LabMetrics;
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
 * @param hidesSome whether some counts are not known, such as those of a load that began its
 *     counters anew; then each number is only what there were at least
 */
public record StepOutcomes(Map<String, Map<String, Long>> bySteps, boolean hidesSome) {
  /** Of a load that counts none. */
  public static final StepOutcomes NONE = new StepOutcomes(Map.of(), false);

  /** The outcome of a request that was answered as its step expects. */
  public static final String OK = "ok";

  private static final String REQUESTS = "jitterlab_load_step_requests_total";

  /** Of these servers together; a step that none of them was asked for is absent. */
  static StepOutcomes of(SamplesReader samples, List<Placed> servers) {
    Map<String, Map<String, Long>> bySteps = new TreeMap<>();
    boolean hidesSome = false;
    for (Placed server : servers) {
      String load = Evidence.loadId(server.block().number());
      SeriesSelector ofServer =
          new SeriesSelector(REQUESTS, List.of(LoadDeviation.labels(server.id())));
      Optional<MeasuredWindows> measured = MeasuredWindows.of(server.times(), server.id());
      if (measured.isPresent()) {
        EndedRequests ended =
            EndedRequests.of(samples, load, server.id(), server.times(), measured.get());
        hidesSome |= samples.neverAnswered(load);
        for (String labels : samples.labelSets(load, ofServer)) {
          Optional<String> step = SeriesSelector.value(labels, "step");
          Optional<String> outcome = SeriesSelector.value(labels, "outcome");
          Optional<Double> increase = ended.increase(samples, load, REQUESTS, labels);
          hidesSome |= increase.isEmpty() && isHidden(samples, load, labels, ended.windows());
          long requests = increase.map(Math::round).orElse(0L);
          if (requests > 0 && step.isPresent() && outcome.isPresent()) {
            bySteps
                .computeIfAbsent(step.get(), _ -> new TreeMap<>())
                .merge(outcome.get(), requests, Long::sum);
          }
        }
      }
    }
    return new StepOutcomes(bySteps, hidesSome);
  }

  /**
   * Whether a counter without a known increase may have grown. One that an answering load does not
   * show is of an attempt of the same block that was discarded.
   */
  private static boolean isHidden(
      SamplesReader samples, String load, String labels, MeasuredWindows windows) {
    return !samples.series(load, REQUESTS, labels, windows).isEmpty()
        || samples.series(load, LabMetrics.SCRAPE_SECONDS, null, windows).isEmpty();
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
