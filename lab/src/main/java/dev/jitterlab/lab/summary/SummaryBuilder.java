package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import dev.jitterlab.lab.summary.Summary.Check;
import dev.jitterlab.lab.summary.Summary.Comparison;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.summary.Summary.Validity;
import dev.jitterlab.lab.validity.Evidence;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Nullification;
import dev.jitterlab.lab.validity.TrialChecks;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the summary of a run from its run directory, whole or cut short. The same directory gives
 * the same summary, byte for byte. Not thread-safe.
 */
public final class SummaryBuilder {
  private final RunDirectory directory;

  /** For that run. */
  public SummaryBuilder(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Builds the summary and writes {@code summary.json} and {@code validity.json}.
   *
   * @throws LabException as {@link #build}
   */
  public Summary write() {
    Summary summary = build();
    Json.write(directory.validity(), summary.validity());
    Json.write(directory.summary(), summary);
    return summary;
  }

  /**
   * Builds the summary; writes nothing.
   *
   * @throws LabException if the directory is not that of a run, or a file in it is damaged
   */
  public Summary build() {
    for (var needed : List.of(directory.plan(), directory.runState())) {
      if (!Files.isRegularFile(needed)) {
        throw new LabException(
            ExitCode.WRONG_EXPERIMENT,
            Problem.in(
                directory.root().toString(),
                "this is not the folder of a run: " + needed.getFileName() + " is missing",
                "Give a folder that `jitterlab run` has written."));
      }
    }
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return summary(Evidence.read(directory, Optional.ofNullable(samples)));
    }
  }

  private static Summary summary(Evidence evidence) {
    Plan plan = evidence.plan();
    ComparedMetric primary = primary(plan);
    Map<String, String> nullified = Nullification.causes(evidence);
    Map<String, InstanceFigures> figures = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      InstanceFigures.of(server, evidence).ifPresent(f -> figures.put(server.id(), f));
    }
    Map<String, List<InstanceFigures>> counting = new LinkedHashMap<>();
    for (Plan.Group group : plan.groups()) {
      counting.put(
          group.name(),
          instances(plan, group)
              .filter(instance -> !nullified.containsKey(instance.id()))
              .map(instance -> figures.get(instance.id()))
              .toList());
    }
    Contest contest =
        new Contest(!plan.execution().mode().equals("together"), plan.seed(), counting);
    List<Finding> findings = TrialChecks.examine(evidence);
    return new Summary(
        plan.experiment(),
        plan.question(),
        Verdict.of(
            primary, contest, plan.groups().stream().map(Plan.Group::name).toList(), findings),
        plan.baseline(),
        plan.primaryMetric(),
        new Validity(
            TrialChecks.status(findings).word(),
            findings.stream().map(SummaryBuilder::check).toList()),
        plan.groups().stream()
            .map(group -> group(plan, group, nullified, figures, counting.get(group.name())))
            .toList(),
        comparisons(plan, contest));
  }

  private static ComparedMetric primary(Plan plan) {
    return ComparedMetric.all().stream()
        .filter(metric -> metric.key().equals(plan.primaryMetric()))
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    ExitCode.WRONG_EXPERIMENT,
                    Problem.in(
                        "plan.json",
                        "unknown primary_metric " + plan.primaryMetric(),
                        "Give one of "
                            + String.join(
                                ", ",
                                ComparedMetric.all().stream().map(ComparedMetric::key).toList())
                            + ".")));
  }

  private static Stream<Plan.Instance> instances(Plan plan, Plan.Group group) {
    return plan.blocks().stream()
        .flatMap(block -> block.instances().stream())
        .filter(instance -> instance.group().equals(group.name()));
  }

  private static GroupSummary group(
      Plan plan,
      Plan.Group group,
      Map<String, String> nullified,
      Map<String, InstanceFigures> figures,
      List<InstanceFigures> counting) {
    List<InstanceSummary> instances =
        plan.blocks().stream()
            .flatMap(
                block ->
                    block.instances().stream()
                        .filter(instance -> instance.group().equals(group.name()))
                        .map(
                            instance ->
                                new InstanceSummary(
                                    instance.id(),
                                    block.number(),
                                    nullified.containsKey(instance.id()),
                                    nullified.get(instance.id()),
                                    Optional.ofNullable(figures.get(instance.id()))
                                        .map(own -> Figures.metrics(List.of(own)))
                                        .orElse(null))))
            .toList();
    return new GroupSummary(
        group.name(),
        group.variables(),
        instances,
        counting.isEmpty() ? null : Figures.metrics(counting));
  }

  private static Check check(Finding finding) {
    String why = finding.why() + (finding.remedy().isEmpty() ? "" : ". " + finding.remedy());
    return new Check(
        finding.name(),
        finding.value().orElse(null),
        finding.limit(),
        finding.status().word(),
        why);
  }

  private static List<Comparison> comparisons(Plan plan, Contest contest) {
    return ComparedMetric.all().stream()
        .flatMap(
            metric ->
                plan.groups().stream()
                    .map(Plan.Group::name)
                    .filter(group -> !group.equals(plan.baseline()))
                    .map(group -> comparison(metric, group, plan.baseline(), contest)))
        .toList();
  }

  private static Comparison comparison(
      ComparedMetric metric, String group, String baseline, Contest contest) {
    Optional<RatioEstimate> estimate = contest.ratio(metric, group, baseline);
    Optional<Interval> interval = estimate.flatMap(RatioEstimate::interval);
    return new Comparison(
        metric.key(),
        group,
        baseline,
        estimate.map(RatioEstimate::ratio).orElse(null),
        interval.map(Interval::low).orElse(null),
        interval.map(Interval::high).orElse(null));
  }
}
