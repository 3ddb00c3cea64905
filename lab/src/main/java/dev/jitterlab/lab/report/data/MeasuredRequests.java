package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.EndedRequests;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.AllRequests;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All requests of the measured time, by server: the answers from the load generator's log, and
 * those without a right answer from its counters. Where it shows no counters, only what the log has
 * counts. Where it never answered, nobody knows which it has. Immutable.
 */
final class MeasuredRequests {
  /** Of a run that goes on: the counters take DuckDB. */
  static final MeasuredRequests NONE = new MeasuredRequests(Map.of());

  private static final String OUTCOMES = "jitterlab_load_outcomes_total";
  private static final String LOST = "jitterlab_load_lost_total";

  private final Map<String, OfServer> byServer;

  private MeasuredRequests(Map<String, OfServer> byServer) {
    this.byServer = Map.copyOf(byServer);
  }

  /**
   * Those of one server.
   *
   * @param unanswered how many got no right answer; empty where the load did not say so at both
   *     ends of the measurement, and then those of its steps are not known either
   * @param outcomes what became of those of each step
   */
  private record OfServer(
      MeasuredWindows measured,
      MeasuredResponses responses,
      Optional<Double> unanswered,
      StepOutcomes outcomes) {
    Set<String> steps() {
      Set<String> steps = new TreeSet<>(responses.steps().keySet());
      steps.addAll(responses.waitingSteps().keySet());
      steps.addAll(outcomes.bySteps().keySet());
      return steps;
    }

    double unanswered(String step) {
      long counted =
          outcomes.bySteps().getOrDefault(step, Map.of()).entrySet().stream()
              .filter(outcome -> AllRequests.isUnanswered(outcome.getKey()))
              .mapToLong(Map.Entry::getValue)
              .sum();
      return besideLines(counted);
    }

    double besideLines(double counted) {
      return responses.besideLines(counted, measured);
    }
  }

  /**
   * Reads those of a run that is over.
   *
   * @param hasSteps whether the load has journeys, of which it counts each step
   */
  static MeasuredRequests read(
      RunDirectory directory,
      List<Placed> servers,
      Map<String, MeasuredResponses> responses,
      boolean hasSteps) {
    Map<String, OfServer> byServer = new HashMap<>();
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      for (Placed server : servers) {
        Optional<MeasuredWindows> measured = MeasuredWindows.of(server.times(), server.id());
        if (measured.isPresent()) {
          byServer.put(
              server.id(),
              new OfServer(
                  measured.get(),
                  responses.getOrDefault(server.id(), MeasuredResponses.NONE),
                  samples == null ? Optional.of(0.0) : unanswered(samples, server, measured.get()),
                  samples == null || !hasSteps
                      ? StepOutcomes.NONE
                      : StepOutcomes.of(samples, List.of(server))));
        }
      }
    }
    return new MeasuredRequests(byServer);
  }

  private static Optional<Double> unanswered(
      SamplesReader samples, Placed server, MeasuredWindows measured) {
    String load = Evidence.loadId(server.block().number());
    if (samples.neverAnswered(load)) {
      return Optional.empty();
    }
    EndedRequests ended = EndedRequests.of(samples, load, server.id(), server.times(), measured);
    SeriesSelector ofServer =
        new SeriesSelector(OUTCOMES, List.of(LoadDeviation.labels(server.id())));
    double unanswered = 0;
    for (String labels : samples.labelSets(load, ofServer)) {
      if (SeriesSelector.value(labels, "outcome").filter(AllRequests::isUnanswered).isPresent()) {
        Optional<Double> more = ended.increase(samples, load, OUTCOMES, labels);
        if (more.isEmpty()) {
          return Optional.empty();
        }
        unanswered += more.get();
      }
    }
    String own = LoadDeviation.labels(server.id());
    if (samples.labelSets(load, new SeriesSelector(LOST, List.of(own))).isEmpty()) {
      return Optional.of(unanswered); // of an older load
    }
    double answeredToSome = unanswered;
    return ended.increase(samples, load, LOST, own).map(lost -> answeredToSome + lost);
  }

  /** Those of these servers together. */
  AllRequests all(List<Placed> servers) {
    AllRequests all = AllRequests.NONE;
    for (Placed server : servers) {
      OfServer own = byServer.get(server.id());
      if (own != null) {
        Distribution answered = own.responses().of(ResponseMetric.RESPONSE);
        Distribution waiting = own.responses().waiting(ResponseMetric.RESPONSE);
        all =
            own.unanswered().isEmpty()
                ? all.andUnknown()
                : all.and(
                    own.measured(), answered, waiting, own.besideLines(own.unanswered().get()));
      }
    }
    return all;
  }

  /** The same of each step; without steps that had no request. */
  Map<String, AllRequests> steps(List<Placed> servers) {
    Map<String, AllRequests> steps = new TreeMap<>();
    for (Placed server : servers) {
      OfServer own = byServer.get(server.id());
      if (own != null) {
        for (String step : own.steps()) {
          AllRequests before = steps.getOrDefault(step, AllRequests.NONE);
          Distribution answered = own.responses().step(step);
          Distribution waiting = own.responses().waitingStep(step);
          steps.put(
              step,
              own.unanswered().isEmpty() || own.outcomes().hidesSome()
                  ? before.andUnknown()
                  : before.and(own.measured(), answered, waiting, own.unanswered(step)));
        }
      }
    }
    steps.values().removeIf(AllRequests::isEmpty);
    return steps;
  }
}
