package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.validity.Answered;
import dev.jitterlab.lab.validity.Doubts;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.HelperCpu;
import dev.jitterlab.lab.validity.Nullification;
import dev.jitterlab.lab.validity.Outliers;
import dev.jitterlab.lab.validity.TrialChecks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import dev.jitterlab.lab.validity.evidence.Outcomes.AgainstItself;
import dev.jitterlab.lab.validity.evidence.ServerSteadiness;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run measured, read from its directory once. Immutable.
 *
 * @param plan what should have happened
 * @param metrics what is read of each instance
 * @param findings the checks of the trial
 * @param nullified an instance's id to the cause for which it does not count
 * @param figures an instance's id to what it measured; without those that recorded nothing
 * @param counting a group's name to its instances that count, and those that do not for a reason
 *     that may be their own fault, without figures
 * @param outliers an instance's id to what is to be said of it, where it lies far outside its group
 * @param controls what the idle control processes saw
 * @param steadiness an instance's id to how it became steady; without those that recorded too
 *     little
 * @param look what is corrected, as the trial could have ended with an earlier look
 * @param state how far the run came
 * @param answered how much of their load the groups answered
 * @param ofCpu an instance's id to why its CPU load, and nothing else, is only a bound
 * @param helpers a group's name to the CPU time beside that of its servers
 */
record MeasuredRun(
    Plan plan,
    Metrics metrics,
    List<Finding> findings,
    Map<String, String> nullified,
    Map<String, InstanceFigures> figures,
    Map<String, List<InstanceFigures>> counting,
    Map<String, String> outliers,
    List<Summary.Control> controls,
    Map<String, ServerSteadiness> steadiness,
    LookCorrection look,
    RunState state,
    Answered answered,
    Map<String, String> ofCpu,
    Map<String, HelperCpu> helpers) {

  /**
   * Reads a run, whole or cut short.
   *
   * @throws LabException if the directory is not that of a run, or a file in it is damaged
   */
  static MeasuredRun read(RunDirectory directory) {
    for (var needed : List.of(directory.plan(), directory.runState())) {
      if (!Files.isRegularFile(needed)) {
        throw LabException.wrong(
            directory.root().toString(),
            "this is not the folder of a run: " + needed.getFileName() + " is missing",
            "Give a folder that `jitterlab run` has written.");
      }
    }
    Evidence.completeTicks(directory);
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return of(Evidence.read(directory, Optional.ofNullable(samples)));
    }
  }

  /** Reads the finished blocks of a run that goes on; between two blocks only (decision 006). */
  static MeasuredRun readSoFar(RunDirectory directory) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return of(Evidence.soFar(directory, Optional.ofNullable(samples)));
    }
  }

  private static MeasuredRun of(Evidence evidence) {
    Plan plan = evidence.plan();
    LookCorrection look = plan.design().look(plan.rounds(evidence.state().finishedNumbers()));
    Metrics metrics = Metrics.with(plan.analysis().metrics());
    Map<String, String> lost = Nullification.causes(evidence);
    Map<String, InstanceFigures> figures = new LinkedHashMap<>();
    Map<String, ServerSteadiness> steadiness = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      InstanceFigures.of(server, evidence, metrics).ifPresent(f -> figures.put(server.id(), f));
      ServerSteadiness.of(server, evidence).ifPresent(s -> steadiness.put(server.id(), s));
    }
    Outliers outliers = outliers(evidence, primary(plan, metrics), lost.keySet(), figures);
    Map<String, String> doubts = new LinkedHashMap<>(Doubts.ofAllFigures(evidence));
    bounds(primary(plan, metrics), outliers, figures).forEach(doubts::putIfAbsent);
    Map<String, String> nullified = new LinkedHashMap<>(lost);
    nullified.putAll(outliers.causes());
    Set<String> hidden = hidden(evidence, lost.keySet(), nullified.keySet(), doubts.keySet());
    Map<String, List<InstanceFigures>> counting = new LinkedHashMap<>();
    Answered answered = Answered.of(evidence);
    Map<String, String> ofCosts = Doubts.ofCosts(answered, plan);
    Map<String, String> ofCpu = Doubts.ofCpu(evidence);
    for (Plan.Group group : plan.groups()) {
      counting.put(
          group.name(),
          plan.instances(group.name())
              .map(Plan.Instance::id)
              .filter(id -> !nullified.containsKey(id) || hidden.contains(id))
              .map(
                  id -> {
                    InstanceFigures nothing = InstanceFigures.nothing(id);
                    InstanceFigures own =
                        hidden.contains(id) ? nothing : figures.getOrDefault(id, nothing);
                    return own.doubted(
                        metric ->
                            doubts.containsKey(id)
                                || (metric.isBetterWithLessWork() && ofCosts.containsKey(id))
                                || (CpuLoad.isOfServer(metric) && ofCpu.containsKey(id)));
                  })
              .toList());
    }
    Outcomes outcomes =
        new Outcomes(
            nullified,
            outliers.words(),
            withoutFigure(primary(plan, metrics), counting, lost, doubts, ofCosts, ofCpu),
            againstItself(plan, primary(plan, metrics), counting, look),
            capacities(plan, metrics, counting));
    return new MeasuredRun(
        plan,
        metrics,
        TrialChecks.examine(evidence.with(outcomes)),
        nullified,
        figures,
        counting,
        outliers.words(),
        MachineControl.of(evidence),
        steadiness,
        look,
        evidence.state(),
        answered,
        ofCpu,
        HelperCpu.byGroup(evidence));
  }

  /**
   * Instances that were measured and do not count for a reason that may lie in what they did: they
   * died, or hung until too little was recorded. What they would have shown may be the worst. So
   * may what an outlier would have shown that failed at something, or of whose figure only a bound
   * is known: a cause from outside excuses its figure, and neither its failure nor that it hung.
   */
  private static Set<String> hidden(
      Evidence evidence, Set<String> lost, Set<String> nullified, Set<String> doubted) {
    return evidence.servers().stream()
        .map(Evidence.MeasuredProcess::id)
        .filter(id -> lost.contains(id) || (nullified.contains(id) && doubted.contains(id)))
        .collect(Collectors.toSet());
  }

  /** Id to words, of outliers that do not count and whose figure is only a bound. */
  private static Map<String, String> bounds(
      Metric primary, Outliers outliers, Map<String, InstanceFigures> figures) {
    Map<String, String> bounds = new LinkedHashMap<>();
    for (String id : outliers.causes().keySet()) {
      figures
          .get(id)
          .reading(primary)
          .filter(reading -> primary.censoring(List.of(reading)) != Censoring.NONE)
          .ifPresent(_ -> bounds.put(id, "only a bound of its " + primary.words() + " is known"));
    }
    return bounds;
  }

  /** Id to what is missing, of instances whose group has a figure of the metric. */
  private static Map<String, String> withoutFigure(
      Metric metric,
      Map<String, List<InstanceFigures>> counting,
      Map<String, String> nullified,
      Map<String, String> doubts,
      Map<String, String> ofCosts,
      Map<String, String> ofCpu) {
    String noFigure = "no " + metric.words() + " was recorded";
    Map<String, String> without = new LinkedHashMap<>();
    counting.values().stream()
        .filter(group -> group.stream().anyMatch(one -> one.isUsable(metric)))
        .flatMap(List::stream)
        .filter(one -> one.mayHide(metric))
        .forEach(
            one -> {
              String unknown =
                  CpuLoad.isOfServer(metric) ? ofCpu.getOrDefault(one.id(), noFigure) : noFigure;
              String cost =
                  metric.isBetterWithLessWork() ? ofCosts.getOrDefault(one.id(), unknown) : unknown;
              String why = doubts.getOrDefault(one.id(), cost);
              without.put(one.id(), nullified.getOrDefault(one.id(), why));
            });
    return without;
  }

  /** By the metric that the verdict is about. */
  private static Outliers outliers(
      Evidence evidence,
      Metric primary,
      Set<String> nullified,
      Map<String, InstanceFigures> figures) {
    List<Map<String, Double>> groups = new ArrayList<>();
    for (Plan.Group group : evidence.plan().groups()) {
      Map<String, Double> ofGroup = new LinkedHashMap<>();
      evidence
          .plan()
          .instances(group.name())
          .map(Plan.Instance::id)
          .filter(id -> !nullified.contains(id) && figures.containsKey(id))
          .forEach(
              id ->
                  figures
                      .get(id)
                      .known(primary)
                      .ifPresent(known -> ofGroup.put(id, primary.value(List.of(known)))));
      groups.add(ofGroup);
    }
    return Outliers.find(groups, primary.words(), primary::format, evidence);
  }

  private static Metric primary(Plan plan, Metrics metrics) {
    return metrics.primary(plan.analysis().primaryMetric());
  }

  /** The metric that the verdict is about. */
  Metric primary() {
    return primary(plan, metrics);
  }

  /** Empty where nobody asked, or the interval of the ratio is missing, or has no ends. */
  private static Optional<AgainstItself> againstItself(
      Plan plan, Metric primary, Map<String, List<InstanceFigures>> counting, LookCorrection look) {
    return Optional.ofNullable(plan.analysis().calibration())
        .flatMap(
            repeated ->
                contest(plan, counting, look).ratio(primary, repeated, plan.analysis().baseline()))
        .filter(
            ratio -> ratio.interval().filter(ends -> ends.low() > 0 || ends.isFinite()).isPresent())
        .map(ratio -> new AgainstItself(primary.words(), ratio));
  }

  /** Empty where nobody asked. */
  private static Map<String, List<Optional<Capacity>>> capacities(
      Plan plan, Metrics metrics, Map<String, List<InstanceFigures>> counting) {
    Map<String, List<Optional<Capacity>>> capacities = new LinkedHashMap<>();
    if (plan.analysis().metrics().capacity() != null) {
      Metric capacity = metrics.primary(CarriedLoad.KEY);
      counting.forEach(
          (group, instances) ->
              capacities.put(
                  group,
                  instances.stream()
                      .map(one -> one.reading(capacity).map(Capacity.class::cast))
                      .toList()));
    }
    return capacities;
  }

  /** The groups of this run against each other. */
  Contest contest() {
    return contest(plan, counting, look);
  }

  private static Contest contest(
      Plan plan, Map<String, List<InstanceFigures>> counting, LookCorrection look) {
    return new Contest(plan.design().isPaired(), plan.design().seed(), counting, look);
  }
}
